import type { texts } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { readPresent } from '../../platform/present.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { shareTenant } from '../tenants/index.ts'
import { type TextRow, textColumns, toWire } from './queries.ts'
import { readDisburseTime, type Schedule } from './rules.ts'

export interface TextDeps {
  db: Database
  config: { SCHEDULE_DELAY_MINUTES: number }
}

type Entry = Body<typeof texts.addShortTexts>['shortTextList'][number]

/**
 * Schedules texts, all or none of them. A repeated idempotency key schedules nothing and answers what it did before.
 * @throws DomainError `disburse_too_soon` or `invalid_input` with one line a bad entry; `not_found` for an unknown
 * category; `idempotency_mismatch`.
 */
export async function addShortTexts(
  { db, config }: TextDeps,
  session: TenantSession,
  body: Body<typeof texts.addShortTexts>,
  idempotencyKey?: string,
): Promise<Answer<typeof texts.addShortTexts>> {
  const asked = { act: 'add-short-texts', ...body }
  const request = { userId: session.userId, idempotencyKey, asked, mismatch: savedAlready }
  const { answer } = await db.transact((tx) =>
    doOnce(tx, request, async () => ({ data: (await schedule(tx, config, session, body)).map(toWire) })),
  )
  return { message: 'Short text added successfully.', ...answer }
}

/** What is said to somebody who sends other texts under the key of some that were saved. */
export const savedAlready =
  'These short texts were already saved, as they were before your last change. Please look at the list first: nothing was added to it now.'

async function schedule(
  tx: Tx,
  config: TextDeps['config'],
  session: TenantSession,
  body: Body<typeof texts.addShortTexts>,
): Promise<readonly TextRow[]> {
  const { tenantId } = session
  const { timeZone } = await shareTenant(tx, tenantId)
  const category = await requireCategory(tx, tenantId, body.consumerCategoryId)
  const schedule = { now: await readPresent(tx), delayMinutes: config.SCHEDULE_DELAY_MINUTES, timeZone }
  const instants = readDisburseTimes(body.shortTextList, schedule)
  const rows = await tx
    .insertInto('shortTexts')
    .values(
      body.shortTextList.map(({ messageName, textContent }, index) => ({
        tenantId,
        categoryId: category.id,
        messageName,
        textContent,
        disburseAt: instants[index] as Date,
      })),
    )
    .returning(textColumns)
    .execute()
  await writeAudit(tx, {
    tenantId,
    actor: session,
    action: 'add-short-texts',
    subject: `category:${category.id}`,
    after: rows.map(toWire),
  })
  await announceChange(tx, { topic: 'texts', tenantId })
  return rows
}

function readDisburseTimes(entries: readonly Entry[], schedule: Schedule): Date[] {
  const times = entries.map(({ disburseDateTime }) => readDisburseTime(disburseDateTime, schedule))
  const refused = times.flatMap((time, index) =>
    time.instant === null ? [{ ...time, line: lineOf(entries, index, time.sentence) }] : [],
  )
  const first = refused.find(({ reason }) => reason === 'too-soon') ?? refused[0]
  if (!first) return times.map(({ instant }) => instant as Date)
  throw new DomainError(first.reason === 'too-soon' ? 'disburse_too_soon' : 'invalid_input', {
    message: first.sentence,
    list: refused.map(({ line }) => line),
  })
}

/** Of several entries each line says which it means. */
function lineOf(entries: readonly Entry[], index: number, sentence: string): string {
  if (entries.length === 1) return sentence
  return `Entry ${index + 1} (${entries[index]?.messageName}): ${sentence}`
}
