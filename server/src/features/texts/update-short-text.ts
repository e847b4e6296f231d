import type { texts } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { readPresent } from '../../platform/present.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { shareTenant } from '../tenants/index.ts'
import type { TextDeps } from './add-short-texts.ts'
import { type TextRow, toWire } from './queries.ts'
import { isSameText, readDisburseTime, requireDisburseTime } from './rules.ts'
import { changeText, lockText } from './text-store.ts'

type Edit = Body<typeof texts.updateShortText>

/**
 * Changes a text that is not locked yet. Where it holds what is asked for already, as after an answer that was lost,
 * nothing is written.
 * @throws DomainError `not_found`, `text_locked`, `text_sent`, `disburse_too_soon`, `invalid_input`; `text_changed` with
 * what it holds, where that is not what the edit was made of. Nothing was changed.
 */
export async function updateShortText(
  { db, config }: TextDeps,
  session: TenantSession,
  textId: number,
  { disburseDateTime, expected, ...content }: Edit,
): Promise<Answer<typeof texts.updateShortText>> {
  const { tenantId } = session
  const row = await db.transact(async (tx) => {
    const { timeZone } = await shareTenant(tx, tenantId)
    const before = await lockText(tx, tenantId, textId)
    const schedule = { now: await readPresent(tx), delayMinutes: config.SCHEDULE_DELAY_MINUTES, timeZone }
    const asked = readDisburseTime(disburseDateTime, schedule)
    if (asked.named && isSameText(before, { ...content, disburseAt: asked.named })) return before
    refuseStale(before, expected)
    const disburseAt = requireDisburseTime(disburseDateTime, schedule)
    const after = await changeText(tx, tenantId, textId, { ...content, disburseAt })
    await writeAudit(tx, {
      tenantId,
      actor: session,
      action: 'update-short-text',
      subject: `short-text:${textId}`,
      before: toWire(before),
      after: toWire(after),
    })
    await wakeJob(tx, 'plan-due-texts')
    return after
  })
  return { message: 'Short text updated successfully.', data: toWire(row) }
}

/** What somebody else has written meanwhile is not written over unseen. */
function refuseStale(text: TextRow, expected: Edit['expected']): void {
  if (!expected) return
  const { messageName, textContent, disburseDateTime } = toWire(text)
  if (isSameText(text, { ...expected, disburseAt: new Date(expected.disburseDateTime) })) return
  throw new DomainError('text_changed', { extra: { messageName, textContent, disburseDateTime } })
}
