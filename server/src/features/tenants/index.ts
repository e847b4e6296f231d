export { deriveAccent } from './accent.ts'
export {
  holdTenant,
  liveTenantSql,
  readCompanyNames,
  requireTenant,
  requireTenantById,
  shareTenant,
  type Tenant,
} from './queries.ts'
export {
  changeTenant,
  insertTenant,
  markTenantDeleted,
} from './tenant-store.ts'
