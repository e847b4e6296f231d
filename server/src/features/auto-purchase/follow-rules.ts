import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { reviewRule } from './review-rule.ts'
import type { Owner } from './rule-store.ts'

const batchSize = 100

/**
 * Finds rules whose last purchase ended without their learning of it, since its answer was lost or it was found out by
 * an event or a look.
 * @returns how many there were
 */
export async function followPurchases(deps: AutoPurchaseDeps): Promise<number> {
  const { rows } = await sql<Owner>`
    select r.tenant_id, r.consumer_id
    from auto_purchases r join purchases p on p.tenant_id = r.tenant_id and p.id = r.purchase_id
    where r.outcome is distinct from 'settled' and p.state in ('settled', 'failed')
      and p.state is distinct from r.outcome
    limit ${batchSize}
  `.execute(deps.db.reader)
  return reviewAll(deps, rows)
}

/**
 * Finds rules around which something has changed: package, price, payment. What they buy is looked at again before each
 * purchase; this is for the notice to come when it is due and not when the balance is low.
 * @returns how many there were
 */
export async function followChanges(deps: AutoPurchaseDeps): Promise<number> {
  return reviewAll(deps, await findChanged(deps.db.reader))
}

async function findChanged(reader: Reader): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select r.tenant_id, r.consumer_id
    from auto_purchases r
    join tenants t on t.id = r.tenant_id
    join packages p on p.tenant_id = r.tenant_id and p.id = r.package_id
    left join default_payments d on d.consumer_id = r.consumer_id
    where t.deleted_at is null and (
      r.paid_by is null
      or p.deleted_at is not null or not p.is_auto_renewable or p.auto_renew_price_cents = 0
      or p.number_of_tokens <= t.threshold_token
      or r.state = 'active'
        and (p.auto_renew_price_cents > r.price_cents or p.number_of_tokens <> r.number_of_tokens)
      or (r.declines > 0 or r.pause_reason in ('declined', 'bank')) and r.pause_reason is distinct from 'price'
        and d.provider || ':' || d.provider_method_id <> r.tried_method
    )
    limit ${batchSize}
  `.execute(reader)
  return rows
}

async function reviewAll(deps: AutoPurchaseDeps, owners: readonly Owner[]): Promise<number> {
  for (const owner of owners) await deps.db.transact((tx) => reviewRule(tx, deps, owner))
  return owners.length
}
