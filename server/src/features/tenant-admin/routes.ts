import { tenants } from '@almanac/contract'
import { bind, type Route } from '../../platform/http/bind.ts'
import { addCustomer } from './add-customer.ts'
import { deleteCustomer } from './delete-customer.ts'
import type { TenantAdminDeps } from './deps.ts'
import { listCustomers, previewCustomerEnd, readCustomer } from './queries.ts'
import { updateCustomer } from './update-customer.ts'

/** What the admin sees of the tenants, and does with them. */
export function tenantAdminRoutes(deps: TenantAdminDeps): Route[] {
  const { reader } = deps.db
  return [
    bind(tenants.listCustomers, ({ query }) => listCustomers(reader, query)),
    bind(tenants.getCustomer, ({ params }) => readCustomer(reader, params.customerId)),
    bind(tenants.addCustomer, ({ session, body, files, idempotencyKey }) =>
      addCustomer(deps, session, body, files.companyLogo, idempotencyKey),
    ),
    bind(tenants.updateCustomer, ({ session, params, body, files }) =>
      updateCustomer(deps, session, params.customerId, body, files.companyLogo),
    ),
    bind(tenants.previewCustomerEnd, ({ params }) => previewCustomerEnd(reader, params.customerId)),
    bind(tenants.deleteCustomer, ({ session, params }) => deleteCustomer(deps, session, params.customerId)),
  ]
}
