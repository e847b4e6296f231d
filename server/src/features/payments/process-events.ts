import { sql } from 'kysely'
import type { PaymentDeps } from './deps.ts'
import { lookUpPurchase } from './look-up-purchase.ts'
import { findByReference } from './store.ts'

/** All of a batch are worked off at once. */
const batchSize = 10
const attemptsMaxWithoutPurchase = 8

interface StoredEvent {
  eventId: string
  type: string
  body: unknown
  attempts: number
}

/**
 * Works off the inbox. An event only says where to look: the charge is asked for at the provider as it is now, so that
 * neither the order nor the number of events matters. One that could not be worked off comes again, ever later.
 */
export async function processEvents(deps: PaymentDeps): Promise<number> {
  const events = await claimEvents(deps)
  await Promise.all(events.map((event) => tryToProcess(deps, event)))
  return events.length
}

async function tryToProcess(deps: PaymentDeps, event: StoredEvent): Promise<void> {
  try {
    const isDone = await processEvent(deps, event)
    await record(deps, event, isDone ? null : 'there is no purchase for it', isDone)
  } catch (error) {
    deps.log.warn({ event: event.eventId, err: error }, 'a payment event could not be processed yet')
    await record(deps, event, error instanceof Error ? error.message : 'unknown', false)
  }
}

async function claimEvents({ db }: Pick<PaymentDeps, 'db'>): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    update payment_events set attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(600, 2 ^ least(attempts + 1, 10)))
    where (provider, event_id) in (
      select provider, event_id from payment_events
      where provider = 'stripe' and processed_at is null and next_attempt_at <= now()
      order by next_attempt_at limit ${batchSize} for update skip locked
    )
    returning event_id, type, body, attempts
  `.execute(db.reader)
  return rows
}

/** Answers false where the event is about a purchase that is not there (yet). */
async function processEvent(deps: PaymentDeps, event: StoredEvent): Promise<boolean> {
  const subject = deps.cards.subjectOf(event)
  if (!subject?.reference) return true
  const purchase = await findByReference(deps.db.reader, subject.reference)
  if (!purchase) return event.attempts >= attemptsMaxWithoutPurchase
  if (purchase.state === 'settled') return true
  const providerPaymentId = purchase.providerPaymentId ?? subject.providerPaymentId
  await lookUpPurchase(deps, { ...purchase, providerPaymentId })
  return true
}

async function record(
  { db }: PaymentDeps,
  event: StoredEvent,
  error: string | null,
  isDone: boolean,
): Promise<void> {
  await db.reader
    .updateTable('paymentEvents')
    .set({ error, processedAt: isDone ? sql<Date>`now()` : null })
    .where('provider', '=', 'stripe')
    .where('eventId', '=', event.eventId)
    .execute()
}
