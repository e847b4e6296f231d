import type { categories } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { ownSql } from '../../platform/http/session.ts'
import { type PageOf, pageSql, toPage } from '../../platform/paging.ts'

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

/**
 * The same, held as it is until the transaction ends: who subscribes or schedules then does so before it is deleted, or
 * finds it gone.
 */
export async function holdCategory(tx: Tx, tenantId: number, categoryId: number): Promise<Category> {
  await tx
    .selectFrom('categories')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', categoryId)
    .forShare()
    .execute()
  return requireCategory(tx, tenantId, categoryId)
}

/** The tenant's categories that are not deleted, by name. */
export function listCategoryNames(reader: Reader, tenantId: number): Promise<{ id: number; name: string }[]> {
  return reader
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .execute()
}

type CategoryPage = Answer<typeof categories.listConsumerCategories>

/** By which mediums somebody receives each category, by its id: `sms` before `email`; one not received is missing. */
export type SubscribedMediums = Readonly<Record<number, ('sms' | 'email')[]>>

/** A page of categories as it is read within another statement, with what belongs to them beside it. */
interface FoundCategories {
  page: PageOf<ReturnType<typeof pageOfCategories>>
  /** Of all categories of the tenant: read in one go, not category by category. */
  mediums: (Medium & { categoryId: number; name: 'audio' | 'sms' | 'email' })[]
  /** Null where it was not asked for, or who asks receives nothing. */
  subscribed: SubscribedMediums | null
}

/**
 * A page of the categories of the session's tenant, in their order. `mediums` narrows the list to categories that offer
 * one of them; `subscribed` is what is received of each.
 */
export function categoryPageSql(
  reader: Reader,
  query: Query<typeof categories.listConsumerCategories>,
  subscribed: RawBuilder<SubscribedMediums | null> = sql`null::json`,
): RawBuilder<FoundCategories> {
  const mediums = reader
    .selectFrom('categoryMediums as m')
    .innerJoin('categories as c', 'c.id', 'm.categoryId')
    .where('c.tenantId', '=', ownSql.tenantId)
    .where('c.deletedAt', 'is', null)
    .select(['m.id', 'm.categoryId', 'm.name', 'm.numberOfTokens', 'm.isDisable'])
    .orderBy('m.id')
  return sql`json_build_object(
    'page', ${pageOfCategories(reader, query)}, 'mediums', ${jsonArrayFrom(mediums)}, 'subscribed', ${subscribed}
  )`
}

function pageOfCategories(reader: Reader, query: Query<typeof categories.listConsumerCategories>) {
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
      ])
      .orderBy('sortOrder')
      .orderBy('name')
      .orderBy('id'),
  )
}

/** The list of categories; each has the mediums that were asked for, or all. */
export function toCategoryList(
  query: Query<typeof categories.listConsumerCategories>,
  { page: { rows, totalItems }, mediums, subscribed }: FoundCategories,
): CategoryPage {
  const wanted = mediums.filter(({ name }) => !query.mediums || query.mediums.includes(name))
  const offered = Map.groupBy(wanted, ({ categoryId }) => categoryId)
  const data = rows.map((row) => {
    const subscribedMediums = subscribed?.[row.id] ?? []
    return {
      ...row,
      ...(subscribed && { isSubscribed: subscribedMediums.length > 0, subscribedMediums }),
      deliveryMediums: offered.get(row.id) ?? [],
    }
  })
  return toPage(query, totalItems, data)
}

function offersOneOf(mediums: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from category_mediums m
    where m.category_id = categories.id and not m.is_disable and m.name = any(${mediums}))`
}
