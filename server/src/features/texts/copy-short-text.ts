import type { texts } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { readPresent } from '../../platform/present.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { shareTenant } from '../tenants/index.ts'
import { savedAlready, type TextDeps } from './add-short-texts.ts'
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
  const asked = { act: 'copy-short-text', ...body }
  const request = { userId: session.userId, idempotencyKey, asked, mismatch: savedAlready }
  const { answer } = await db.transact((tx) =>
    doOnce(tx, request, async () => ({ data: toWire(await schedule(tx, config, session, body)) })),
  )
  return { message: 'Short text copied successfully.', ...answer }
}

async function schedule(
  tx: Tx,
  config: TextDeps['config'],
  session: TenantSession,
  body: Copy,
): Promise<TextRow> {
  const { tenantId } = session
  const { timeZone } = await shareTenant(tx, tenantId)
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
