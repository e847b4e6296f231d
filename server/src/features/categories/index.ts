export type { CategoryDeps, CategoryFollowers, CategoryName, Ended, RaisedCost, SentMedium } from './deps.ts'
export {
  type Category,
  holdCategory,
  listCategoryNames,
  type Medium,
  requireCategory,
  type SubscribedMediums,
} from './queries.ts'
export { categoryRoutes } from './routes.ts'
