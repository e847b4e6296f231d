import type { refunds } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { PaymentHistory, RefundState } from '@almanac/contract/refunds'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { anywhere, literally } from '../../platform/like-pattern.ts'
import { sliceOf, toPage } from '../../platform/paging.ts'
import { returnedCode, withdrawnCode } from './refund-store.ts'

/** Whether a payment of the consumer is disputed now. */
export async function hasOpenDispute(
  reader: Reader | Tx,
  { tenantId, consumerId }: { tenantId: number; consumerId: number },
): Promise<boolean> {
  const open = await reader
    .selectFrom('disputes')
    .select('id')
    .where('consumerId', '=', consumerId)
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

type HistoryQuery = Query<typeof refunds.listPaymentHistories>

/**
 * Payments and refunds of all tenants, newest first; searched for by a part of email or username, or by the beginning of one
 * of the provider's ids. Each of the two tables brings its newest as far as the page reaches, by its index.
 */
export async function listPaymentHistories(
  reader: Reader,
  query: HistoryQuery,
): Promise<Answer<typeof refunds.listPaymentHistories>> {
  const { limit, offset } = sliceOf(query)
  const { payments, givenBack } = matching(query.searchText)
  const reach = offset + limit
  const { rows } = await sql<{ totalItems: number; ids: number[] }>`
    select (select count(*) from ${payments} as p) + (select count(*) from ${givenBack} as r) as total_items,
      array(
        select id from (
          (select id, at from ${payments} as p order by at desc, id desc limit ${reach})
          union all
          (select id, at from ${givenBack} as r order by at desc, id desc limit ${reach})
        ) as newest order by at desc, id desc limit ${limit} offset ${offset}
      ) as ids
  `.execute(reader)
  const [{ totalItems, ids } = { totalItems: 0, ids: [] }] = rows
  return toPage(query, totalItems, await readPaymentHistories(reader, ids))
}

/** Of `refunds r`: what a dispute took stands with the dispute. */
export const isOwnRefund = sql<boolean>`r.failure_code is distinct from ${sql.lit(withdrawnCode)}
  and r.failure_code is distinct from ${sql.lit(returnedCode)}`

interface Matching {
  payments: RawBuilder<unknown>
  givenBack: RawBuilder<unknown>
}

function matching(searchText: string | undefined): Matching {
  if (!searchText)
    return {
      payments: sql`(select id, settled_at as at from purchases where state = 'settled')`,
      givenBack: sql`(select id, created_at as at from refunds r where ${isOwnRefund})`,
    }
  const part = anywhere(searchText)
  const consumers = sql`
    select id from users where role = 'consumer' and (email ilike ${part} or username ilike ${part})`
  const starts = (column: RawBuilder<unknown>) => sql`${column} like ${`${literally(searchText)}%`}`
  // One select for each index; a row that several of them find is one row.
  const paid = sql`
    select id, settled_at as at from purchases where state = 'settled' and consumer_id in (${consumers})
    union select id, settled_at from purchases where state = 'settled' and ${starts(sql`provider_payment_id`)}
    union select id, settled_at from purchases where state = 'settled' and ${starts(sql`provider_capture_id`)}`
  return {
    payments: sql`(${paid}
      union select p.id, p.settled_at from refunds r join purchases p on p.id = r.purchase_id
        where ${starts(sql`r.provider_refund_id`)})`,
    givenBack: sql`(
      select r.id, r.created_at as at from refunds r join (${paid}) as of_payment on of_payment.id = r.purchase_id
        where ${isOwnRefund}
      union select id, created_at from refunds r where ${starts(sql`provider_refund_id`)} and ${isOwnRefund})`,
  }
}

interface HistoryRow {
  id: number
  consumerId: number
  customerUrl: string
  email: string
  username: string
  cents: number
  packageId: number
  packageName: string
  numberOfTokens: number
  paymentMethod: string
  paymentIntentId: string | null
  captureId: string | null
  refundId: string | null
  refundedCents: number
  lostCents: number
  isDisputed: boolean
  isAutoPurchase: boolean
  refundState: RefundState | null
  tokensTakenBack: number | null
  tokensMissing: number | null
  reason: string | null
  at: Date
}

/** Payments and refunds by their ids, in that order. */
export async function readPaymentHistories(
  reader: Reader,
  ids: readonly number[],
): Promise<PaymentHistory[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<HistoryRow>`
    select coalesce(r.id, p.id) as id, p.consumer_id, t.url as customer_url, u.email, u.username,
      coalesce(-r.amount_cents, p.amount_cents) as cents, p.package_id, p.package_name, p.number_of_tokens,
      p.payment_method, p.provider_payment_id as payment_intent_id, p.provider_capture_id as capture_id,
      r.provider_refund_id as refund_id, case when r.id is null then p.refunded_cents else 0 end as refunded_cents,
      case when r.id is null then coalesce((
        select sum(d.amount_cents) from disputes d where d.purchase_id = p.id and d.state = 'lost'), 0)::int else 0 end as lost_cents,
      exists (select from disputes d where d.purchase_id = p.id and d.state = 'open') as is_disputed,
      p.is_auto_purchase, r.state as refund_state, r.tokens_taken_back, r.tokens_missing, r.reason,
      coalesce(r.created_at, p.settled_at) as at
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
      left join refunds r on r.id = wanted.id
      join purchases p on p.id = coalesce(r.purchase_id, wanted.id)
      join users u on u.id = p.consumer_id
      join tenants t on t.id = p.tenant_id
    order by place
  `.execute(reader)
  return rows.map(({ cents, refundedCents, lostCents, at, ...row }) => ({
    ...row,
    amount: toDollars(cents),
    refundedAmount: goneInDollars(refundedCents),
    lostAmount: goneInDollars(lostCents),
    createdAt: at.toISOString(),
  }))
}

const goneInDollars = (cents: number): number => (cents === 0 ? 0 : toDollars(-cents))

/** How many refunds of a span were recorded here because the provider had them. */
export async function countRefundsOfProviders(
  reader: Reader,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  const { refunds } = await reader
    .selectFrom('refunds')
    .where('adminUserId', 'is', null)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .where((e) =>
      e.or([e('failureCode', 'is', null), e('failureCode', 'not in', [withdrawnCode, returnedCode])]),
    )
    .select(({ fn }) => fn.countAll<number>().as('refunds'))
    .executeTakeFirstOrThrow()
  return refunds
}
