import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { CategoryFollowers, CategoryName, SentMedium } from '../categories/index.ts'
import { endSubscriptions, type Letters, tellOfCost } from '../subscriptions/index.ts'
import { cancelTexts } from '../texts/index.ts'
import { endDeliveries } from './end-deliveries.ts'

const allMediums: readonly SentMedium[] = ['sms', 'email']

/**
 * What hangs on a category, and how it ends: in the order in which planning takes the same locks, texts before messages
 * before wallets.
 */
export function categoryFollowers(letters: Letters): CategoryFollowers {
  return {
    counts: sql`(select json_build_object(
      'subscriberCount', (
        select count(distinct s.consumer_id) from subscriptions s
        where s.tenant_id = categories.tenant_id and s.category_id = categories.id
      ),
      'scheduledTextCount', (
        select count(*) from short_texts t
        where t.tenant_id = categories.tenant_id and t.category_id = categories.id
          and t.state = 'scheduled' and t.deleted_at is null
      )
    ))`,
    async endAll(tx, category) {
      const cancelledTexts = await cancelTexts(tx, category)
      const withdrawnMessages = await withdraw(tx, category, allMediums, 'cancelled')
      const ending = { mediums: allMediums, cause: 'category' } as const
      const subscribers = await endSubscriptions(tx, letters, category, ending)
      return { subscribers, cancelledTexts, withdrawnMessages }
    },
    async endMediums(tx, category, mediums) {
      const withdrawnMessages = await withdraw(tx, category, mediums, 'medium-disabled')
      const subscribers = await endSubscriptions(tx, letters, category, { mediums, cause: 'medium' })
      return { subscribers, cancelledTexts: 0, withdrawnMessages }
    },
    tellOfCost: (tx, category, costs) => tellOfCost(tx, letters, category, costs),
  }
}

/** Messages of one statement. */
const withdrawnAtOnce = 1_000

/**
 * Ends the messages of a category that were charged and have not left, and returns their tokens (decision S1). All are
 * locked before the first wallet is.
 */
async function withdraw(
  tx: Tx,
  { tenantId, categoryId }: CategoryName,
  mediums: readonly SentMedium[],
  reason: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select d.id from short_texts t join deliveries d on d.tenant_id = t.tenant_id and d.text_id = t.id
    where t.tenant_id = ${tenantId} and t.category_id = ${categoryId} and t.state = 'sending'
      and d.state = 'planned' and d.medium = any(${[...mediums]}::text[])
    order by d.consumer_id, d.id
    for update of d
  `.execute(tx)
  let withdrawn = 0
  for (let from = 0; from < rows.length; from += withdrawnAtOnce) {
    const some = rows.slice(from, from + withdrawnAtOnce).map(({ id }) => ({ id, reason }))
    withdrawn += await endDeliveries(tx, { to: 'skipped', from: ['planned'] }, some)
  }
  return withdrawn
}
