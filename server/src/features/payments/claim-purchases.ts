import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { heldColumns, type Wish } from '../../platform/lanes.ts'
import type { ProviderAccount } from './providers.ts'
import type { Purchase } from './purchase-store.ts'
import type { PurchaseState } from './tables.ts'

/** A purchase to ask the provider about, and what its age and tenant say about it. */
export type DuePurchase = Purchase & {
  /** Quiet for longer than any charge takes: nobody is being told to charge it. */
  isQuiet: boolean
  /** Older than a challenge is left open. */
  isExpired: boolean
  /** Its tenant was deleted: nobody will finish it. */
  isOrphaned: boolean
}

/** Which purchases are looked at, and when each is due again after a look: SQL over the row `p` as it was. */
export interface Watch {
  state: PurchaseState
  nextLookAt: RawBuilder<Date | null>
  seconds: { untilQuiet: number; untilExpired: number }
}

/** How long a claim holds at least while the look is under way, in seconds; renewed until it is over. */
const leaseSeconds = 15

/**
 * Claims purchases of one state that are due, the longest due first, and no more of a tenant than its share. Each is
 * due again later from the moment it is claimed, so that a look that comes to nothing costs no further statement. Those
 * of other providers have lanes of their own; those sent to another account are left alone: it can't be asked about.
 */
export async function claimPurchases(
  reader: Reader,
  watch: Watch,
  { name, account }: ProviderAccount,
  wish: Wish,
): Promise<DuePurchase[]> {
  const { seconds } = watch
  const { tenantIds, counts } = heldColumns(wish)
  const full = tenantIds.filter((_, index) => (counts[index] ?? 0) >= wish.share)
  const { rows } = await sql<DuePurchase>`
    with due as materialized (
      select id, tenant_id, next_look_at from purchases
      where state = ${sql.lit(watch.state)} and provider = ${name} and next_look_at <= now()
        and (provider_account is null or provider_account = ${account})
        and tenant_id <> all(${full}::int[])
      order by next_look_at limit ${wish.room} for update skip locked
    ),
    shared as (
      select id, row_number() over (partition by tenant_id order by next_look_at) + coalesce(held.count, 0) as place
      from due left join unnest(${tenantIds}::int[], ${counts}::int[])
        as held (tenant_id, count) using (tenant_id)
    )
    update purchases p set looks = p.looks + 1, next_look_at = ${watch.nextLookAt}
    from tenants t
    where p.id in (select id from shared where place <= ${wish.share}) and t.id = p.tenant_id
    returning p.*,
      greatest(p.created_at, p.charge_sent_at) < now() - make_interval(secs => ${seconds.untilQuiet}) as is_quiet,
      p.created_at < now() - make_interval(secs => ${seconds.untilExpired}) as is_expired,
      t.deleted_at is not null as is_orphaned
  `.execute(reader)
  const later = heldAfter(wish, rows)
  const isOneFull = rows.some(({ tenantId }) => (later.held.get(tenantId) ?? 0) >= wish.share)
  if (later.room === 0 || !isOneFull) return rows
  // The longest due were of a tenant that has its share now; those of others are not to wait for it.
  return [...rows, ...(await claimPurchases(reader, watch, { name, account }, later))]
}

function heldAfter(wish: Wish, rows: readonly DuePurchase[]): Wish {
  const held = new Map(wish.held)
  for (const { tenantId } of rows) held.set(tenantId, (held.get(tenantId) ?? 0) + 1)
  return { ...wish, room: wish.room - rows.length, held }
}

/** Keeps purchases that are being looked at from being claimed by others. */
export async function renewClaims(
  reader: Reader,
  due: readonly Pick<Purchase, 'id' | 'state'>[],
): Promise<void> {
  await sql`
    update purchases set next_look_at = greatest(next_look_at, now() + make_interval(secs => ${leaseSeconds}))
    from unnest(${due.map(({ id }) => id)}::int[], ${due.map(({ state }) => state)}::text[]) as held (id, state)
    where purchases.id = held.id and purchases.state = held.state and next_look_at is not null
  `.execute(reader)
}
