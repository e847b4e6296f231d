import { paths } from '@almanac/contract/pages'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { CategoryName, SentMedium } from '../categories/index.ts'
import { queueMessages } from '../messages/index.ts'
import { byMediums, type Letters, letterTo, type Subscriber } from './letters.ts'
import { takesLettersSql } from './queries.ts'

/** Why subscriptions end that nobody unsubscribed from: the category is gone, or a medium of it. */
export type EndCause = 'category' | 'medium'

/**
 * Ends what consumers receive of a category by some mediums, and tells them. The category is held, so that nobody
 * subscribes meanwhile.
 * @returns how many consumers that concerned.
 */
export async function endSubscriptions(
  tx: Tx,
  letters: Letters,
  category: CategoryName,
  { mediums, cause }: { mediums: readonly SentMedium[]; cause: EndCause },
): Promise<number> {
  const { rows } = await sql<Subscriber & { takesLetters: boolean }>`
    with ended as (
      delete from subscriptions
      where tenant_id = ${category.tenantId} and category_id = ${category.categoryId}
        and medium = any(${[...mediums]}::text[])
      returning consumer_id, medium
    )
    select u.email, t.company_name, t.url, array_agg(e.medium order by e.medium desc) as mediums,
      ${takesLettersSql} as takes_letters
    from ended e
      join users u on u.id = e.consumer_id and u.deleted_at is null
      join tenants t on t.id = u.tenant_id
    group by u.id, t.id
    order by u.id
  `.execute(tx)
  const write = cause === 'category' ? whenCategoryEnds : whenMediumEnds
  await queueMessages(
    tx,
    rows.filter(({ takesLetters }) => takesLetters).map((to) => letterTo(to, category, write(letters))),
  )
  return rows.length
}

const whenCategoryEnds =
  ({ publicUrl }: Letters) =>
  ({ name }: CategoryName, { mediums, companyName, url }: Subscriber) => ({
    subject: `${name} has ended`,
    paragraphs: [
      `${companyName} no longer offers ${name}. Your subscription ${byMediums(mediums)} has ended, and nothing more is charged for it.`,
      `Sunbursts that were charged but not sent yet have been returned to your balance. You can choose another sign here: ${publicUrl}${paths.subscriptions(url)}`,
    ],
  })

const whenMediumEnds =
  ({ publicUrl }: Letters) =>
  ({ name }: CategoryName, { mediums, companyName, url }: Subscriber) => ({
    subject: `${name} no longer comes ${byMediums(mediums)}`,
    paragraphs: [
      `${companyName} no longer sends ${name} ${byMediums(mediums)}. What you received that way has ended, and nothing more is charged for it.`,
      `Anything that you receive another way stays as it is. You can look at your subscriptions here: ${publicUrl}${paths.subscriptions(url)}`,
    ],
  })
