import type { categories } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { ownSql } from '../../platform/http/session.ts'
import { type FoundPage, pageSql, toPage } from '../../platform/paging.ts'

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
 * A page of the categories of the session's tenant, in their order. `mediums` narrows the list to categories that offer
 * one of them; `subscribed` adds what is received of each.
 */
export function categoryPageSql(
  reader: Reader,
  query: Query<typeof categories.listConsumerCategories>,
  subscribed: SubscribedMediums = notAsked,
) {
  let matching = reader
    .selectFrom('categories')
    .where('categories.tenantId', '=', ownSql.tenantId)
    .where('categories.deletedAt', 'is', null)
  if (query.mediums) matching = matching.where(offersOneOf(query.mediums))
  return pageSql(
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
}

type CategoryRow = ReturnType<typeof categoryPageSql> extends RawBuilder<FoundPage<infer Row>> ? Row : never

/** The list of categories; each has the mediums that were asked for, or all. */
export function toCategoryList(
  query: Query<typeof categories.listConsumerCategories>,
  { rows, totalItems }: FoundPage<CategoryRow>,
): CategoryPage {
  const { mediums } = query
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
