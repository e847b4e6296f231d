import { sql } from 'kysely'
import { DomainError } from '../../platform/errors.ts'
import { drainLane, type Lane } from '../../platform/lanes.ts'
import {
  chargeSecondsMax,
  findPaidPurchase,
  listProviders,
  type PaymentProvider,
  type Purchase,
} from '../payments/index.ts'
import { applyRefund, failRefund } from './apply-refund.ts'
import type { RefundDeps } from './deps.ts'
import { recordDispute } from './record-dispute.ts'
import type { StoredRefund } from './refund-store.ts'
import { sendRefund } from './send-refund.ts'

/** When each is due again, over the row as it was: every few seconds at first; what banks take days for, ever more rarely. */
const rhythms = {
  started: sql`now() + make_interval(secs => (array[5, 10, 15, 20])[least(looks + 1, 4)])`,
  pending: sql`now() + make_interval(secs => least(21600, 60 * 2 ^ least(looks, 9)))`,
}
const sixHours = sql`now() + interval '6 hours'`
const atOnce = 5

/** What of a dispute a look needs. */
interface DueDispute {
  tenantId: number
  disputeId: string
}

/**
 * Finds out how refunds ended whose answer was lost to a crash or a timeout, and sends on what was not taken; watches those
 * that the provider has only promised, and disputes until they are decided. A window of its own for each provider and kind.
 */
export function refundLanes(deps: RefundDeps): (Lane<StoredRefund> | Lane<DueDispute>)[] {
  return listProviders(deps).flatMap((provider) => [
    refundLane(deps, provider, { name: 'settle-refunds', everySeconds: 3, state: 'started' }),
    refundLane(deps, provider, { name: 'watch-refunds', everySeconds: 30, state: 'pending' }),
    disputeLane(deps, provider),
  ])
}

/** Looks at all that is due. For tests and scripts. @returns how many were looked at */
export async function settleRefunds(deps: RefundDeps): Promise<number> {
  let looked = 0
  for (const lane of refundLanes(deps)) looked += await drainLane(lane as Lane, deps.log)
  return looked
}

interface LaneOptions {
  name: string
  everySeconds: number
  state: 'started' | 'pending'
}

function refundLane(
  deps: RefundDeps,
  provider: PaymentProvider,
  { name, everySeconds, state }: LaneOptions,
): Lane<StoredRefund> {
  return {
    name,
    everySeconds,
    atOnce,
    atOncePerTenant: atOnce,
    claim: async ({ room }) => ({ rows: await claimRefunds(deps, provider, state, room) }),
    work: (refund) => orLater(deps, { refund: refund.id }, () => look(deps, provider, refund)),
  }
}

function disputeLane(deps: RefundDeps, provider: PaymentProvider): Lane<DueDispute> {
  return {
    name: 'watch-disputes',
    everySeconds: 60,
    atOnce,
    atOncePerTenant: atOnce,
    claim: async ({ room }) => ({ rows: await claimDisputes(deps, provider, room) }),
    work: ({ disputeId }) =>
      orLater(deps, { dispute: disputeId }, () => recordDispute(deps, provider, disputeId)),
  }
}

async function orLater({ log }: RefundDeps, what: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ ...what, err: error }, 'a refund or dispute could not be looked up yet')
  }
}

/** Each is due again later from the moment it is claimed; those sent to another account are left alone. */
async function claimRefunds(
  { db }: RefundDeps,
  { name, account }: PaymentProvider,
  state: 'started' | 'pending',
  room: number,
): Promise<StoredRefund[]> {
  const { rows } = await sql<StoredRefund>`
    update refunds set looks = looks + 1, next_look_at = ${rhythms[state]}
    where id in (
      select r.id from refunds r join purchases p on p.id = r.purchase_id
      where r.provider = ${name} and r.state = ${sql.lit(state)} and r.next_look_at <= now()
        and (p.provider_account is null or p.provider_account = ${account})
      order by r.next_look_at limit ${room} for update of r skip locked
    )
    returning *
  `.execute(db.reader)
  return rows
}

async function claimDisputes(
  { db }: RefundDeps,
  { name, account }: PaymentProvider,
  room: number,
): Promise<DueDispute[]> {
  const { rows } = await sql<DueDispute>`
    update disputes set next_look_at = ${sixHours}
    where id in (
      select id from disputes where provider = ${name} and account = ${account} and next_look_at <= now()
      order by next_look_at limit ${room} for update skip locked
    )
    returning tenant_id, dispute_id
  `.execute(db.reader)
  return rows
}

/**
 * Asks the provider for a refund. One that it does not have is sent again under its key for as long as that is safe, and
 * given up after: nothing was given back.
 */
async function look(deps: RefundDeps, provider: PaymentProvider, refund: StoredRefund): Promise<void> {
  const purchase = await findPaidPurchase(deps.db.reader, refund.purchaseId)
  const found = purchase && (await findAt(provider, purchase, refund))
  if (found) return applyRefund(deps, refund.id, found)
  if (refund.providerRefundId !== null) throw new DomainError('not_found')
  const since = await readSince(deps, provider, refund)
  if (since === 'repeatable') await sendRefund(deps, refund)
  if (since === 'given-up') await failRefund(deps, refund.id, 'abandoned')
}

function findAt(provider: PaymentProvider, purchase: Purchase, refund: StoredRefund) {
  const { providerPaymentId, providerCaptureId: captureId } = purchase
  if (providerPaymentId === null) return null
  const { providerRefundId: refundId, reference } = refund
  return provider.lookUpRefund({ providerPaymentId, captureId, refundId, reference })
}

/** Whether its key is still good; between that and giving it up, the last call under it may be under way. */
async function readSince(
  { db }: RefundDeps,
  { repeatableSeconds }: PaymentProvider,
  { id }: StoredRefund,
): Promise<'repeatable' | 'under-way' | 'given-up'> {
  const age = sql<number>`coalesce(extract(epoch from now() - sent_at), 0)::float8`.as('seconds')
  const { seconds } = await db.reader
    .selectFrom('refunds')
    .select(age)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (seconds < repeatableSeconds) return 'repeatable'
  return seconds < repeatableSeconds + chargeSecondsMax ? 'under-way' : 'given-up'
}
