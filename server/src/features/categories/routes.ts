import { categories } from '@almanac/contract'
import { DomainError } from '../../platform/errors.ts'
import { bind, bindBeside, type Route } from '../../platform/http/bind.ts'
import { addCategory } from './add-category.ts'
import { deleteCategory } from './delete-category.ts'
import type { CategoryDeps } from './deps.ts'
import { listCategories } from './list-categories.ts'
import { categoryPageSql, toCategoryList } from './queries.ts'
import { updateCategory } from './update-category.ts'

/** Categories of a tenant, for a consumer who asks for it with the state of the subscriptions; and all for admins. */
export function categoryRoutes(deps: CategoryDeps): Route[] {
  const { db, subscribedMediums } = deps
  return [
    bindBeside(
      categories.listConsumerCategories,
      (query) => categoryPageSql(db.reader, query, query.includeSubscription ? subscribedMediums : undefined),
      ({ query, beside }) => toCategoryList(query, beside),
    ),
    bind(categories.listAdminCategories, ({ query }) => listCategories(deps, query)),
    bind(categories.addCategory, async ({ session, body, files, idempotencyKey }) => {
      if (!files.categoryLogo) throw new DomainError('invalid_svg')
      const wish = { admin: session, body, logo: files.categoryLogo, idempotencyKey }
      return { ...(await addCategory(deps, wish)), message: 'Category added successfully.' }
    }),
    bind(categories.updateCategory, async ({ session, params, body, files }) => {
      const change = { admin: session, categoryId: params.consumerCategoryId, body, logo: files.categoryLogo }
      return { ...(await updateCategory(deps, change)), message: 'Category updated successfully.' }
    }),
    bind(categories.deleteCategory, async ({ session, params }) => {
      await deleteCategory(deps, session, params.consumerCategoryId)
      return { message: 'Category deleted successfully.' }
    }),
  ]
}
