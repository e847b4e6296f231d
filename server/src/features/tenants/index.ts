export { deriveAccent } from './accent.ts'
export { liveTenantSql, requireTenant, requireTenantById, type Tenant } from './queries.ts'
export {
  changeTenant,
  insertTenant,
  lockTenant,
  markTenantDeleted,
} from './tenant-store.ts'
