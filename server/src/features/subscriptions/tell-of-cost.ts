import { paths } from '@almanac/contract/pages'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { CategoryName, RaisedCost } from '../categories/index.ts'
import { queueMessages } from '../messages/index.ts'
import { type Letters, letterTo, type Subscriber, spoken } from './letters.ts'
import { takesLettersSql } from './queries.ts'
import { noteRaisedCosts } from './raised-cost-store.ts'

/**
 * Tells those who receive a category that a message of it costs more from now on, and how to end it: they subscribed at
 * another cost (decision P11). The letter may never be read, so that their screens say it as well, until it is answered.
 */
export async function tellOfCost(
  tx: Tx,
  letters: Letters,
  category: CategoryName,
  costs: readonly RaisedCost[],
): Promise<void> {
  const raised = costs.map(({ medium }) => medium)
  await noteRaisedCosts(tx, category, costs)
  const { rows } = await sql<Subscriber>`
    select u.email, t.company_name, t.url, array_agg(s.medium order by s.medium desc) as mediums
    from subscriptions s
      join users u on u.id = s.consumer_id and u.deleted_at is null and ${takesLettersSql}
      join tenants t on t.id = u.tenant_id
    where s.tenant_id = ${category.tenantId} and s.category_id = ${category.categoryId}
      and s.medium = any(${raised}::text[])
    group by u.id, t.id
    order by u.id
  `.execute(tx)
  await queueMessages(
    tx,
    rows.map((to) => letterTo(to, category, whenCostRises(letters, costs))),
  )
}

const whenCostRises =
  ({ publicUrl }: Letters, costs: readonly RaisedCost[]) =>
  ({ name }: CategoryName, { mediums, url }: Subscriber) => ({
    subject: `${name} costs more from now on`,
    paragraphs: [
      ...costs
        .filter(({ medium }) => mediums.includes(medium))
        .map(
          ({ medium, fromTokens, toTokens }) =>
            `Each Sunburst of ${name} by ${spoken[medium]} costs ${countTokens(toTokens)} from now on. Until now it was ${countTokens(fromTokens)}.`,
        ),
      `If you do not want it at that cost, you can unsubscribe here: ${publicUrl}${paths.subscriptions(url)}`,
    ],
  })

const countTokens = (tokens: number) =>
  tokens === 1 ? '1 token' : `${tokens.toLocaleString('en-US')} tokens`
