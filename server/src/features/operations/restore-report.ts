import type { HeldGroup, RestoreReport } from '@almanac/contract/operations'
import type { Reader } from '../../platform/database.ts'
import { readLatestRestore } from '../../platform/restores.ts'
import { countHeldSms, readHeldTexts } from '../delivery/index.ts'
import { readHeldMessages } from '../messages/index.ts'
import { readCompanyNames } from '../tenants/index.ts'

const groupsShown = 200
/** For so long the report of a restore is shown after nothing of it waits any more. */
const shownDays = 7

/** What the latest restore has found, and what it holds for a decision; null where that is long ago, or never was. */
export async function readRestoreReport(reader: Reader, present: Date): Promise<RestoreReport | null> {
  const restore = await readLatestRestore(reader)
  if (!restore) return null
  const [texts, letters, sms] = await Promise.all([
    readHeldTexts(reader, restore.id, groupsShown),
    readHeldMessages(reader, restore.id, groupsShown),
    countHeldSms(reader, restore.id),
  ])
  const isOpen = restore.comparedAt === null || sms.lookedUp + texts.length + letters.length > 0
  if (!isOpen && present.getTime() - restore.restoredAt.getTime() > shownDays * 86_400_000) return null
  const names = await readCompanyNames(
    reader,
    [...texts, ...letters].flatMap(({ tenantId }) => tenantId ?? []),
  )
  const companyName = (tenantId: number | null) => names.get(tenantId ?? 0) ?? null
  const held: HeldGroup[] = [
    ...texts.map(({ textId, tenantId, messageName, dueAt, ...counts }) => ({
      kind: 'text' as const,
      id: textId,
      companyName: companyName(tenantId),
      name: messageName,
      recipient: null,
      dueAt: dueAt.toISOString(),
      ...counts,
    })),
    ...letters.map(({ id, tenantId, channel, recipient, subject, createdAt }) => ({
      kind: 'letter' as const,
      id,
      companyName: companyName(tenantId),
      name: subject,
      recipient,
      dueAt: createdAt.toISOString(),
      letters: Number(channel === 'email'),
      sms: Number(channel === 'sms'),
    })),
  ]
  return {
    id: restore.id,
    backupAt: restore.backupAt.toISOString(),
    restoredAt: restore.restoredAt.toISOString(),
    comparedAt: restore.comparedAt?.toISOString() ?? null,
    findings: restore.findings,
    sms,
    held: held.slice(0, groupsShown),
  }
}
