export { type Category, type Medium, requireCategory } from './queries.ts'
export { type CategoryDeps, categoryRoutes } from './routes.ts'
