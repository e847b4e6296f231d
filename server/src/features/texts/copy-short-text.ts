import type { texts } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { readPresent } from '../../platform/present.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import type { TextDeps } from './add-short-texts.ts'
import { beginKeyedBatch } from './batch-store.ts'
import { requireText, type TextRow, textColumns, toWire } from './queries.ts'
import { requireDisburseTime } from './rules.ts'

type Copy = Body<typeof texts.copyShortText>

/**
 * Schedules what another text of the tenant says, sent or not, under a name and time of its own. A repeated idempotency
 * key schedules nothing and answers what it did before.
 * @throws DomainError `not_found`, `disburse_too_soon`, `invalid_input`, `idempotency_mismatch`.
 */
export async function copyShortText(
  { db, config }: TextDeps,
  session: TenantSession,
  body: Copy,
  idempotencyKey?: string,
): Promise<Answer<typeof texts.copyShortText>> {
  const row = await db.transact(async (tx) => {
    const begun = await beginKeyedBatch(tx, session, body, idempotencyKey)
    const [made] = 'texts' in begun ? begun.texts : []
    return made ?? schedule(tx, config, { session, body, batchId: 'batchId' in begun ? begun.batchId : null })
  })
  return { message: 'Short text copied successfully.', data: toWire(row) }
}

interface NewCopy {
  session: TenantSession
  body: Copy
  batchId: number | null
}

async function schedule(
  tx: Tx,
  config: TextDeps['config'],
  { session, body, batchId }: NewCopy,
): Promise<TextRow> {
  const { tenantId, timeZone } = session
  const source = await requireText(tx, tenantId, body.shortTextId)
  await requireCategory(tx, tenantId, source.categoryId)
  const schedule = { now: await readPresent(tx), delayMinutes: config.SCHEDULE_DELAY_MINUTES, timeZone }
  const copy = await tx
    .insertInto('shortTexts')
    .values({
      tenantId,
      categoryId: source.categoryId,
      messageName: body.messageName,
      textContent: source.textContent,
      disburseAt: requireDisburseTime(body.disburseDateTime, schedule),
      batchId,
    })
    .returning(textColumns)
    .executeTakeFirstOrThrow()
  await writeAudit(tx, {
    tenantId,
    actor: session,
    action: 'copy-short-text',
    subject: `short-text:${copy.id}`,
    before: toWire(source),
    after: toWire(copy),
  })
  await announceChange(tx, { topic: 'texts', tenantId })
  return copy
}
