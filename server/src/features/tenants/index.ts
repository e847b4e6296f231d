export { deriveAccent } from './accent.ts'
export { holdTenant, requireTenant, requireTenantById, type Tenant } from './queries.ts'
export { tenantRoutes } from './routes.ts'
