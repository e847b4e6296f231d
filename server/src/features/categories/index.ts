export { type Category, type Medium, requireCategory } from './queries.ts'
export { categoryRoutes, type ReadSubscriptions } from './routes.ts'
