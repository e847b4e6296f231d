export {
  type Category,
  listCategoryNames,
  type Medium,
  requireCategory,
  type SubscribedMediums,
} from './queries.ts'
export { type CategoryDeps, categoryRoutes } from './routes.ts'
