export { deriveAccent } from './accent.ts'
export { requireTenant, requireTenantById, type Tenant } from './queries.ts'
export { tenantRoutes } from './routes.ts'
