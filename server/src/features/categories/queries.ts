import type { categories } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { readPage, toPage } from '../../platform/paging.ts'

/** A medium of a category with its price in whole tokens a message or reading. */
export interface Medium {
  id: number
  isDisable: boolean
  numberOfTokens: number
}

/** A category that is not deleted; a medium the tenant never set up is missing. */
export interface Category {
  id: number
  name: string
  mediums: Partial<Record<'audio' | 'sms' | 'email', Medium>>
}

/** @throws DomainError `not_found` for an unknown category, a deleted one, or another tenant's. */
export async function requireCategory(
  reader: Reader,
  tenantId: number,
  categoryId: number,
): Promise<Category> {
  const rows = await reader
    .selectFrom('categories')
    .leftJoin('categoryMediums', 'categoryMediums.categoryId', 'categories.id')
    .where('categories.tenantId', '=', tenantId)
    .where('categories.id', '=', categoryId)
    .where('categories.deletedAt', 'is', null)
    .select([
      'categories.name',
      'categoryMediums.id as mediumId',
      'categoryMediums.name as mediumName',
      'categoryMediums.isDisable',
      'categoryMediums.numberOfTokens',
    ])
    .execute()
  if (!rows[0]) throw new DomainError('not_found')
  const mediums: Category['mediums'] = {}
  for (const { mediumId, mediumName, isDisable, numberOfTokens } of rows) {
    if (mediumId === null || mediumName === null || isDisable === null || numberOfTokens === null) continue
    mediums[mediumName] = { id: mediumId, isDisable, numberOfTokens }
  }
  return { id: categoryId, name: rows[0].name, mediums }
}

type CategoryPage = Answer<typeof categories.listConsumerCategories>

/**
 * The mediums by which somebody receives a category, `sms` before `email`: an expression over `categories` of the
 * statement it becomes part of.
 */
export type SubscribedMediums = RawBuilder<('sms' | 'email')[] | null>

const notAsked: SubscribedMediums = sql`null`

/**
 * A tenant's categories in their order. `mediums` narrows the list to categories that offer one of them, and
 * each category's mediums to those asked for; `subscribed` adds what is received of each.
 */
export async function listCategories(
  reader: Reader,
  tenantId: number,
  query: Query<typeof categories.listConsumerCategories>,
  subscribed: SubscribedMediums = notAsked,
): Promise<CategoryPage> {
  const { mediums } = query
  let matching = reader
    .selectFrom('categories')
    .where('categories.tenantId', '=', tenantId)
    .where('categories.deletedAt', 'is', null)
  if (mediums) matching = matching.where(offersOneOf(mediums))
  const { rows, totalItems } = await readPage(
    query,
    matching,
    matching
      .select([
        'id',
        'name',
        'imagePath as imageUrl',
        'logoPath as logoSvg',
        'sortOrder',
        'tenantId as customerId',
        subscribed.as('subscribedMediums'),
      ])
      .select(({ selectFrom }) =>
        jsonArrayFrom(
          selectFrom('categoryMediums')
            .whereRef('categoryMediums.categoryId', '=', 'categories.id')
            .select([
              'categoryMediums.id',
              'categoryMediums.name',
              'categoryMediums.numberOfTokens',
              'categoryMediums.isDisable',
            ])
            .orderBy('categoryMediums.id'),
        ).as('deliveryMediums'),
      )
      .orderBy('sortOrder')
      .orderBy('name')
      .orderBy('id'),
  )
  const data = rows.map(({ subscribedMediums, ...row }) => ({
    ...row,
    ...(subscribedMediums && { isSubscribed: subscribedMediums.length > 0, subscribedMediums }),
    deliveryMediums: row.deliveryMediums.filter(({ name }) => !mediums || mediums.includes(name)),
  }))
  return toPage(query, totalItems, data)
}

function offersOneOf(mediums: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from category_mediums m
    where m.category_id = categories.id and not m.is_disable and m.name = any(${mediums}))`
}
