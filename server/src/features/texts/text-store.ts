import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import type { DueText } from './due-texts.ts'
import { type TextRow, textColumns } from './queries.ts'

/** Records how far a claimed text has come; `isPlanned` when no subscriber is left to plan. */
export async function advanceText(
  tx: Tx,
  text: DueText,
  to: { state: 'sending' | 'missed'; isPlanned: boolean },
): Promise<void> {
  await tx
    .updateTable('shortTexts')
    .set({ state: to.state, plannedAt: to.isPlanned ? sql<Date>`present()` : null })
    .where('tenantId', '=', text.tenantId)
    .where('id', '=', text.id)
    .execute()
  if (to.isPlanned) await announceChange(tx, { topic: 'texts', tenantId: text.tenantId })
}

/**
 * Cancels the texts of a category or tenant that is gone. Those that are being sent have nobody left to plan: they end once their
 * last message has.
 * @returns how many had not begun.
 */
export async function cancelTexts(
  tx: Tx,
  { tenantId, categoryId }: { tenantId: number; categoryId?: number },
): Promise<number> {
  const ofThem = tx
    .updateTable('shortTexts')
    .where('tenantId', '=', tenantId)
    .$if(categoryId !== undefined, (texts) => texts.where('categoryId', '=', categoryId as number))
  const { numUpdatedRows } = await ofThem
    .set({ state: 'cancelled' })
    .where('state', '=', 'scheduled')
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  await ofThem
    .set({ plannedAt: sql<Date>`present()` })
    .where('state', '=', 'sending')
    .where('plannedAt', 'is', null)
    .execute()
  return Number(numUpdatedRows)
}

/** Ends a text whose deliveries have all left, or could not leave in time. */
export async function endText(
  tx: Tx,
  text: { tenantId: number; id: number },
  state: 'sent' | 'missed',
): Promise<void> {
  await tx
    .updateTable('shortTexts')
    .set({ state })
    .where('tenantId', '=', text.tenantId)
    .where('id', '=', text.id)
    .where('state', '=', 'sending')
    .execute()
  await announceChange(tx, { topic: 'texts', tenantId: text.tenantId })
}

/** Takes a text that was sent back among those being sent, since one of its messages has to leave again. */
export async function reopenText(tx: Tx, text: { tenantId: number; id: number }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('shortTexts')
    .set({ state: 'sending' })
    .where('tenantId', '=', text.tenantId)
    .where('id', '=', text.id)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await announceChange(tx, { topic: 'texts', tenantId: text.tenantId })
}

/** Minutes before its time from which on a text is locked (decision S3). */
const lockMinutes = 1

/** Whether a text may still be changed, by the database's clock. */
const isOpen = sql<boolean>`
  state = 'scheduled' and disburse_at > present() + make_interval(mins => ${lockMinutes})
`

/** A text that may be changed; locked by the transaction that is about to. */
export interface OpenText extends TextRow {
  categoryId: number
}

/**
 * Locks a text that is to be changed. A worker that plans meanwhile passes it over, and one that planned first is waited
 * for.
 * @throws DomainError `not_found` for an unknown text, a deleted one, one of a deleted category, or another tenant's;
 * `text_locked` from one minute before its time, `text_sent` from then on.
 */
export async function lockText(tx: Tx, tenantId: number, textId: number): Promise<OpenText> {
  const found = await tx
    .selectFrom('shortTexts')
    .select([...textColumns, 'categoryId', isOpen.as('isOpen')])
    .where('tenantId', '=', tenantId)
    .where('id', '=', textId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new DomainError('not_found')
  await requireCategory(tx, tenantId, found.categoryId)
  if (!found.isOpen) throw refusalOf(found)
  return found
}

type TextChange = Partial<Pick<TextRow, 'messageName' | 'textContent' | 'disburseAt'>> & {
  state?: 'cancelled'
  deletedAt?: RawBuilder<Date>
}

/**
 * Changes a text, unless it has begun or is locked: the statement that writes compares both.
 * @throws DomainError `text_locked`; nothing is changed.
 */
export async function changeText(
  tx: Tx,
  tenantId: number,
  textId: number,
  change: TextChange,
): Promise<TextRow> {
  const changed = await tx
    .updateTable('shortTexts')
    .set(change)
    .where('tenantId', '=', tenantId)
    .where('id', '=', textId)
    .where(isOpen)
    .returning(textColumns)
    .executeTakeFirst()
  if (!changed) throw new DomainError('text_locked')
  await announceChange(tx, { topic: 'texts', tenantId })
  return changed
}

/** Why a text can't be changed any more. */
function refusalOf({ state }: TextRow): DomainError {
  if (state === 'sent') return new DomainError('text_sent')
  if (state === 'scheduled') return new DomainError('text_locked')
  const message =
    state === 'sending'
      ? 'This short text is being sent, so it can no longer be changed.'
      : 'The time of this short text has passed, so it can no longer be changed.'
  return new DomainError('text_sent', { message })
}
