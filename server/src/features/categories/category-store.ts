import type { AdminCategory } from '@almanac/contract/categories'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Reader, type Tx, violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { announceChanges } from '../../platform/wakeups.ts'
import type { CategoryDeps, FollowerCounts } from './deps.ts'
import type { WantedMedium } from './rules.ts'

type Followers = Pick<CategoryDeps['followers'], 'counts'>

/** Categories as admins see them, of tenants that are not deleted: with their mediums and what hangs on them. */
export function selectForAdmin(reader: Reader | Tx, { counts }: Followers) {
  return liveCategories(reader)
    .select([
      'categories.id',
      'categories.name',
      'categories.imagePath as imageUrl',
      'categories.logoPath as logoSvg',
      'categories.sortOrder',
      'categories.tenantId as customerId',
    ])
    .select(counts.as('counts'))
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('categoryMediums')
          .whereRef('categoryMediums.categoryId', '=', 'categories.id')
          .select(({ ref }) => [
            ref('categoryMediums.id').$notNull().as('id'),
            ref('categoryMediums.name').$notNull().as('name'),
            ref('categoryMediums.numberOfTokens').$notNull().as('numberOfTokens'),
            ref('categoryMediums.isDisable').$notNull().as('isDisable'),
          ])
          .orderBy('categoryMediums.id'),
      ).as('deliveryMediums'),
    )
}

/** Categories that are not deleted, nor is their tenant. */
export function liveCategories(reader: Reader | Tx) {
  return reader
    .selectFrom('categories')
    .innerJoin('tenants', 'tenants.id', 'categories.tenantId')
    .where('categories.deletedAt', 'is', null)
    .where('tenants.deletedAt', 'is', null)
}

/** A row of `selectForAdmin` as the wire has it. */
export function toAdminCategory<Row extends { counts: FollowerCounts }>({ counts, ...row }: Row) {
  return { ...row, ...counts }
}

/** @throws DomainError `not_found` for an unknown category or a deleted one. */
export async function readAdminCategory(
  reader: Reader | Tx,
  followers: Followers,
  categoryId: number,
): Promise<AdminCategory> {
  const row = await selectForAdmin(reader, followers)
    .where('categories.id', '=', categoryId)
    .executeTakeFirst()
  if (!row) throw new DomainError('not_found')
  return toAdminCategory(row)
}

/** The tenant of a category. @throws DomainError `not_found`. */
export async function requireTenantOf(reader: Reader, categoryId: number): Promise<number> {
  const row = await liveCategories(reader)
    .select('categories.tenantId')
    .where('categories.id', '=', categoryId)
    .executeTakeFirst()
  if (!row) throw new DomainError('not_found')
  return row.tenantId
}

/**
 * Reads a category and holds its row, mediums included, until the transaction ends: who plans, subscribes or schedules
 * waits, or passes over it. @throws DomainError `not_found`.
 */
export async function lockCategory(
  tx: Tx,
  followers: Followers,
  { tenantId, categoryId }: { tenantId: number; categoryId: number },
): Promise<AdminCategory> {
  await tx
    .selectFrom('categories')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', categoryId)
    .forNoKeyUpdate()
    .execute()
  return readAdminCategory(tx, followers, categoryId)
}

/** Makes these the category's mediums. */
export async function saveMediums(
  tx: Tx,
  { tenantId, categoryId }: { tenantId: number; categoryId: number },
  mediums: readonly WantedMedium[],
): Promise<void> {
  await tx
    .insertInto('categoryMediums')
    .values(mediums.map((medium) => ({ tenantId, categoryId, ...medium })))
    .onConflict((conflict) =>
      conflict.columns(['categoryId', 'name']).doUpdateSet(({ ref }) => ({
        isDisable: ref('excluded.isDisable'),
        numberOfTokens: ref('excluded.numberOfTokens'),
      })),
    )
    .execute()
}

/** What a name that another category of the tenant has is answered. */
export function refuseTakenName(error: unknown): never {
  if (violatedUnique(error) === 'categories_name') throw new DomainError('name_taken')
  throw error
}

/** Has the screens of a tenant's people ask again for what its categories cost and hold, and those of admins. */
export async function announceCategories(tx: Tx, tenantId: number): Promise<void> {
  await announceChanges(tx, [
    ...(['subscriptions', 'audio', 'texts'] as const).map((topic) => ({ topic, tenantId })),
    { topic: 'subscriptions', tenantId: null, role: 'admin' },
  ])
}
