export { deriveAccent } from './accent.ts'
export { liveTenantSql, requireTenant, requireTenantById, type Tenant } from './queries.ts'
export {
  changeTenant,
  findCreated,
  insertTenant,
  lockTenant,
  markTenantDeleted,
} from './tenant-store.ts'
