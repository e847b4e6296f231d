import { sql } from 'kysely'
import type { PaymentDeps } from './deps.ts'

const batchSize = 10
const retrySeconds = 60

/** Has the provider forget cards that were replaced or deleted. */
export async function detachMethods({ db, cards, log }: PaymentDeps): Promise<number> {
  const { rows } = await sql<{ providerMethodId: string }>`
    update detached_methods set next_attempt_at = now() + make_interval(secs => ${retrySeconds})
    where (provider, provider_method_id) in (
      select provider, provider_method_id from detached_methods
      where provider = 'stripe' and next_attempt_at <= now()
      order by next_attempt_at limit ${batchSize} for update skip locked
    )
    returning provider_method_id
  `.execute(db.reader)
  for (const { providerMethodId } of rows) {
    try {
      await cards.detachMethod(providerMethodId)
    } catch (error) {
      log.warn({ err: error }, 'a card could not be detached yet')
      continue
    }
    await db.reader
      .deleteFrom('detachedMethods')
      .where('provider', '=', 'stripe')
      .where('providerMethodId', '=', providerMethodId)
      .execute()
  }
  return rows.length
}
