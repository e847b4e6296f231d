export { tenantAdminRoutes } from './routes.ts'
