import type { payments } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type DefaultPayment, type InstrumentKind, keptWays, type WayToPay } from '@almanac/contract/payments'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader, Tables, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { DomainError } from '../../platform/errors.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import type { ProviderAccount } from './providers.ts'
import { paymentStateOf, statementDescriptor } from './rules.ts'

interface Owner {
  tenantId: number
  consumerId: number
}

async function findDefault(reader: Reader | Tx, owner: Owner) {
  return reader
    .selectFrom('defaultPayments')
    .selectAll()
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .executeTakeFirst()
}

function isKeptAt(kept: { provider: string; account: string }, at: ProviderAccount): boolean {
  return kept.provider === at.name && kept.account === at.account
}

/**
 * The default payment as screens show it; the provider's id of it stays here (decision W8). One that is kept at another
 * account than these can't be charged, and counts as none.
 */
export async function readDefaultPayment(
  reader: Reader,
  owner: Owner,
  at: readonly ProviderAccount[],
): Promise<DefaultPayment> {
  const found = await findDefault(reader, owner)
  const row = found && at.some((one) => isKeptAt(found, one)) ? found : undefined
  return {
    noDefaultPayment: row === undefined,
    isStripePayment: row?.kind === 'card',
    isPaypalPayment: row?.kind === 'wallet',
    expMonth: row?.expMonth ?? null,
    expYear: row?.expYear ?? null,
    lastFourDigit: row?.lastFourDigit ?? null,
    cardBrand: row?.cardBrand ?? null,
    fullName: row?.fullName ?? null,
    email: row?.email ?? null,
  }
}

const addAgain = {
  card: 'Your saved card can no longer be charged. Please add it again, or pay with a card that you enter now.',
  wallet: 'Your saved wallet can no longer be charged. Please add it again, or pay in another way.',
} as const satisfies Record<InstrumentKind, string>

/** @throws DomainError `no_default_payment` where the default is of another kind, or one of another account. */
export async function requireDefault(
  reader: Reader | Tx,
  owner: Owner,
  kind: InstrumentKind,
  at: ProviderAccount,
): Promise<string> {
  const row = await findDefault(reader, owner)
  if (row?.kind !== kind) throw new DomainError('no_default_payment')
  if (!isKeptAt(row, at)) throw new DomainError('no_default_payment', { message: addAgain[kind] })
  return row.providerMethodId
}

/** A default payment as it is charged without its consumer. */
export interface ChargeableDefault {
  with: WayToPay
  /** The provider's id of it. */
  methodId: string
}

/**
 * The default payment, kept as it is until the transaction ends; null where there is none, or none that can be charged
 * at these accounts.
 */
export async function holdDefaultPayment(
  tx: Tx,
  owner: Owner,
  at: readonly ProviderAccount[],
): Promise<ChargeableDefault | null> {
  const row = await tx
    .selectFrom('defaultPayments')
    .selectAll()
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .forShare()
    .executeTakeFirst()
  if (!row || !at.some((one) => isKeptAt(row, one))) return null
  return { with: keptWays[row.kind], methodId: row.providerMethodId }
}

type PurchaseList = Answer<typeof payments.listPurchases>

/** The consumer's completed purchases, newest first; amounts in dollars. */
export async function listPurchases(
  reader: Reader,
  owner: Owner,
  query: Query<typeof payments.listPurchases>,
): Promise<PurchaseList> {
  const settled = settledOf(reader, owner)
  const shown = settled.selectAll().select(disputedColumns).orderBy('id', 'desc')
  const { rows, totalItems } = await readPage(query, settled, shown)
  return toPage(query, totalItems, rows.map(toWire))
}

/**
 * @throws DomainError `purchase_failed` for one of the consumer's that came to nothing, `not_found` for one that is not theirs or is
 * still open.
 */
export async function readReceipt(
  reader: Reader,
  owner: Owner & { purchaseId: number; statementPrefix: string },
): Promise<Answer<typeof payments.getReceipt>> {
  const row = await settledOf(reader, owner)
    .innerJoin('users', 'users.id', 'purchases.consumerId')
    .innerJoin('tenants', 'tenants.id', 'purchases.tenantId')
    .where('purchases.id', '=', owner.purchaseId)
    .selectAll('purchases')
    .select(disputedColumns)
    .select(['users.fullName', 'users.email', 'tenants.companyName', 'tenants.supportEmail'])
    .executeTakeFirst()
  if (!row) throw new DomainError((await hasFailed(reader, owner)) ? 'purchase_failed' : 'not_found')
  return {
    ...toWire(row),
    companyName: row.companyName,
    supportEmail: row.supportEmail,
    statementDescriptor: statementDescriptor(row.companyName, owner.statementPrefix),
    consumerName: row.fullName,
    email: row.email,
    paymentReference: row.providerPaymentId ?? '',
  }
}

async function hasFailed(reader: Reader, owner: Owner & { purchaseId: number }): Promise<boolean> {
  const failed = ownOf(reader, owner).where('state', '=', 'failed').where('id', '=', owner.purchaseId)
  return (await failed.select('id').executeTakeFirst()) !== undefined
}

const settledOf = (reader: Reader, owner: Owner) =>
  ownOf(reader, owner).where('purchases.state', '=', 'settled')

function ownOf(reader: Reader, owner: Owner) {
  return reader
    .selectFrom('purchases')
    .where('purchases.tenantId', '=', owner.tenantId)
    .where('purchases.consumerId', '=', owner.consumerId)
}

/** Cents that lost disputes took, and whether one is open. */
const disputedColumns = [
  sql<number>`(select coalesce(sum(d.amount_cents), 0)::int from disputes d
    where d.purchase_id = purchases.id and d.state = 'lost')`.as('lostCents'),
  sql<boolean>`exists (select from disputes d where d.purchase_id = purchases.id and d.state = 'open')`.as(
    'isDisputed',
  ),
]

type ShownPurchase = Selectable<Tables['purchases']> & { lostCents: number; isDisputed: boolean }

function toWire(row: ShownPurchase): PurchaseList['data'][number] {
  return {
    id: row.id,
    packageName: row.packageName,
    numberOfTokens: row.numberOfTokens,
    amount: toDollars(row.amountCents),
    refundedAmount: row.refundedCents === 0 ? 0 : toDollars(-row.refundedCents),
    lostAmount: row.lostCents === 0 ? 0 : toDollars(-row.lostCents),
    state: paymentStateOf(row),
    paymentMethod: row.paymentMethod,
    cardBrand: row.cardBrand,
    lastFourDigit: row.lastFourDigit,
    isAutoPurchase: row.isAutoPurchase,
    createdAt: (row.settledAt ?? row.createdAt).toISOString(),
  }
}

/** How many events of providers wait to be worked off, and how many for a person (`unhandled`). */
export async function countEvents(reader: Reader): Promise<{ waiting: number; unhandled: number }> {
  const { rows } = await sql<{ waiting: number; unhandled: number }>`
    select count(*) filter (where parked_at is null)::int as waiting,
      count(*) filter (where parked_at is not null)::int as unhandled
    from payment_events where processed_at is null
  `.execute(reader)
  return rows[0] ?? { waiting: 0, unhandled: 0 }
}

/**
 * What a provider may have kept to itself: of what was begun at its account later than this, 24 hours ago at the earliest, it
 * has told nothing.
 */
export interface UntoldSpan {
  at: ProviderAccount
  since: Date
}

/** What a query `select count(*)::int as count` counts in each span, a row `span (provider, account, since)`; in their order. */
export async function countInSpans(
  reader: Reader,
  spans: readonly UntoldSpan[],
  counted: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select told.count from unnest(
      ${spans.map(({ at }) => at.name)}::text[], ${spans.map(({ at }) => at.account)}::text[],
      ${spans.map(({ since }) => since)}::timestamptz[]
    ) with ordinality as span (provider, account, since, place) cross join lateral (${counted}) as told
    order by span.place
  `.execute(reader)
  return rows.map(({ count }) => count)
}

/**
 * How many payments were begun in each span, and settled at least so many seconds ago; in the spans' order. An event of any of
 * them comes after it was begun. The 24 hours are said again for the planner, who does not know where a span begins.
 */
export function countUntoldPayments(
  reader: Reader,
  spans: readonly UntoldSpan[],
  graceSeconds: number,
): Promise<number[]> {
  const counted = sql`
    select count(*)::int as count from purchases p
    where p.state = 'settled' and p.settled_at > now() - interval '24 hours' and p.settled_at > span.since
      and p.settled_at <= now() - make_interval(secs => ${graceSeconds})
      and p.created_at > span.since and p.provider = span.provider and p.provider_account = span.account`
  return countInSpans(reader, spans, counted)
}

/** The balance at which a consumer's rule buys, over `users` and `tenants`: the tenant's, but no higher than agreed to. */
export const agreedThresholdSql: RawBuilder<number> = sql`least(tenants.threshold_token, (
  select coalesce(r.threshold_tokens, (
    select c.threshold_tokens from auto_purchase_consents c where c.consumer_id = r.consumer_id order by c.id desc limit 1
  )) from auto_purchases r where r.consumer_id = users.id
))`
