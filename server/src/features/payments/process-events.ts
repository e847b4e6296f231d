import { sql } from 'kysely'
import { drainLane, type Lane } from '../../platform/lanes.ts'
import { adoptLate } from './adopt-payment.ts'
import { forgetGoneCustomer } from './customer-store.ts'
import { forgetMethod } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import { keepLateMethod } from './keep-late-method.ts'
import { followPurchase } from './look-up-purchase.ts'
import type { PaymentIds, PaymentProvider } from './ports.ts'
import { listProviders } from './providers.ts'
import { findByReference } from './purchase-store.ts'
import { processEventsJob } from './receive-event.ts'

const attemptsMaxWithoutPurchase = 8
/** How long a claim holds at least while the event is worked off, in seconds; renewed until that is over. */
const leaseSeconds = 15

interface StoredEvent {
  tenantId: null
  eventId: string
  type: string
  body: unknown
  attempts: number
}

/**
 * What other features do about an event. They ask the provider how things stand, and answer whether there is a purchase of
 * ours for it.
 */
export interface EventHandlers {
  onRefund(provider: PaymentProvider, payment: PaymentIds): Promise<boolean>
  onDispute(provider: PaymentProvider, disputeId: string): Promise<boolean>
}

/** What became of an event: done with, to be tried again, or waiting for a person or a later version. */
type Fate = { kind: 'done' } | { kind: 'later'; why: string } | { kind: 'parked'; why: string }

/**
 * Works off the inbox. An event only says where to look: the payment is asked for at the provider as it is now, so that
 * neither the order nor the number of events matters. One that could not be worked off comes again, ever later, and in
 * a window of its own, so that it stands before none that is new. Kinds that nobody handles are parked.
 */
export function eventLanes(deps: PaymentDeps, handlers: EventHandlers): Lane<StoredEvent>[] {
  return listProviders(deps).flatMap((provider) => [
    laneOf(deps, handlers, provider, { name: processEventsJob, everySeconds: 5, isNew: true }),
    laneOf(deps, handlers, provider, { name: 'retry-payment-events', everySeconds: 5, isNew: false }),
  ])
}

/** For whom refunds and disputes wait. */
const nobody: EventHandlers = { onRefund: async () => false, onDispute: async () => false }

/** Works off all events that are due. For tests and scripts. @returns how many were taken up */
export async function processEvents(deps: PaymentDeps, handlers = nobody): Promise<number> {
  let taken = 0
  for (const lane of eventLanes(deps, handlers)) taken += await drainLane(lane, deps.log)
  return taken
}

const atOnce = 10

function laneOf(
  deps: PaymentDeps,
  handlers: EventHandlers,
  provider: PaymentProvider,
  { name, everySeconds, isNew }: { name: string; everySeconds: number; isNew: boolean },
): Lane<StoredEvent> {
  return {
    name,
    everySeconds,
    atOnce,
    atOncePerTenant: atOnce,
    claim: async ({ room }) => ({ rows: await claimEvents(deps, provider, isNew, room) }),
    work: async (event) => record(deps, provider, event, await workOff(deps, handlers, provider, event)),
    renew: (events) => renewClaims(deps, provider, events),
  }
}

async function workOff(
  deps: PaymentDeps,
  handlers: EventHandlers,
  provider: PaymentProvider,
  event: StoredEvent,
): Promise<Fate> {
  try {
    return await tryToProcess(deps, handlers, provider, event)
  } catch (error) {
    deps.log.warn({ event: event.eventId, err: error }, 'a payment event could not be processed yet')
    return { kind: 'later', why: error instanceof Error ? error.message : 'unknown' }
  }
}

/** Each attempt moves the next one further away, from the moment it is claimed. */
async function claimEvents(
  { db }: Pick<PaymentDeps, 'db'>,
  { name }: PaymentProvider,
  isNew: boolean,
  room: number,
): Promise<StoredEvent[]> {
  const due = isNew
    ? sql`attempts = 0 order by received_at`
    : sql`attempts > 0 and next_attempt_at <= now() order by next_attempt_at`
  const { rows } = await sql<Omit<StoredEvent, 'body'> & { body: string }>`
    update payment_events set attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(600, 10 * 2 ^ least(attempts, 6)))
    where (provider, event_id) in (
      select provider, event_id from payment_events
      where provider = ${name} and processed_at is null and parked_at is null and ${due}
      limit ${room} for update skip locked
    )
    returning null as tenant_id, event_id, type, body::text, attempts
  `.execute(db.reader)
  // As text: the names of columns are changed for our use, down into JSON, but the event's are the provider's.
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }))
}

async function renewClaims(
  { db }: Pick<PaymentDeps, 'db'>,
  { name }: PaymentProvider,
  events: readonly StoredEvent[],
): Promise<void> {
  await sql`
    update payment_events
    set next_attempt_at = greatest(next_attempt_at, now() + make_interval(secs => ${leaseSeconds}))
    where provider = ${name} and event_id = any(${events.map(({ eventId }) => eventId)}::text[])
  `.execute(db.reader)
}

async function tryToProcess(
  deps: PaymentDeps,
  handlers: EventHandlers,
  provider: PaymentProvider,
  event: StoredEvent,
): Promise<Fate> {
  const subject = provider.subjectOf(event)
  switch (subject.kind) {
    case 'nothing':
      return done
    case 'unhandled':
      return { kind: 'parked', why: `nobody handles ${event.type} yet` }
    case 'payment':
      return subject.reference === null
        ? done
        : unlessUnknown(event, await lookAtPayment(deps, provider, event, subject))
    case 'method_kept':
      await keepLateMethod(deps, provider, subject.providerPaymentId)
      return done
    case 'refund':
      return unlessUnknown(event, await handlers.onRefund(provider, subject))
    case 'dispute':
      return unlessUnknown(event, await handlers.onDispute(provider, subject.disputeId))
    case 'method_gone':
      await forgetMethod(deps.db, provider, subject.methodId)
      return done
    case 'customer_gone':
      await forgetGoneCustomer(deps.db, provider, subject.customerId)
      return done
  }
}

const done: Fate = { kind: 'done' }

/** An event may come before what it is about is known here; one whose purchase never comes waits for a person. */
function unlessUnknown(event: StoredEvent, isKnown: boolean): Fate {
  if (isKnown) return done
  const isLast = event.attempts >= attemptsMaxWithoutPurchase
  return { kind: isLast ? 'parked' : 'later', why: 'there is no purchase for it' }
}

async function lookAtPayment(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { eventId, type }: StoredEvent,
  subject: { providerPaymentId: string; reference: string | null },
): Promise<boolean> {
  const purchase = await findByReference(deps.db.reader, subject.reference ?? '')
  // Of a purchase that a restored database does not have the consumer may have answered the bank only now.
  if (!purchase) return (await adoptLate(deps, provider, subject.providerPaymentId)) !== undefined
  deps.log.info({ purchase: purchase.id, event: eventId, type }, 'an event tells of a purchase')
  if (purchase.state === 'settled') return true
  const providerPaymentId = purchase.providerPaymentId ?? subject.providerPaymentId
  await followPurchase(deps, { ...purchase, providerPaymentId })
  return true
}

async function record(
  { db }: PaymentDeps,
  { name }: PaymentProvider,
  event: StoredEvent,
  fate: Fate,
): Promise<void> {
  await db.reader
    .updateTable('paymentEvents')
    .set({
      error: fate.kind === 'done' ? null : fate.why,
      processedAt: fate.kind === 'done' ? sql<Date>`now()` : null,
      parkedAt: fate.kind === 'parked' ? sql<Date>`now()` : null,
    })
    .where('provider', '=', name)
    .where('eventId', '=', event.eventId)
    .execute()
}
