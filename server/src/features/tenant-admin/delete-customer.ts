import type { tenants } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { announceChanges } from '../../platform/wakeups.ts'
import { endTenantSessions } from '../identity/index.ts'
import { hurryOpenPurchases } from '../payments/index.ts'
import { holdTenant, markTenantDeleted } from '../tenants/index.ts'
import { cancelTexts } from '../texts/index.ts'
import type { TenantAdminDeps } from './deps.ts'
import { readCustomer, readCustomerEnd } from './queries.ts'

const message = 'Customer deleted successfully.'

/**
 * Deletes a tenant (decision T10). Its pages and logins are gone with the commit; automatic purchases and planned messages
 * look at the tenant before each act, and open purchases are settled or given up by the lanes of payments. Rows of money
 * and tokens stay, and so do slug and names.
 * @throws DomainError `not_found` for an unknown tenant, and for one that is deleted already.
 */
export async function deleteCustomer(
  { db }: TenantAdminDeps,
  session: AdminSession,
  tenantId: number,
): Promise<Answer<typeof tenants.deleteCustomer>> {
  const ended = await db.transact(async (tx) => {
    await holdTenant(tx, tenantId)
    const before = await readCustomer(tx, tenantId)
    const after = await readCustomerEnd(tx, tenantId)
    await endAll(tx, tenantId)
    const subject = `tenant:${tenantId}`
    await writeAudit(tx, { tenantId, actor: session, action: 'delete-customer', subject, before, after })
    await announceChanges(tx, [
      { topic: 'profile', tenantId },
      { topic: 'customers', tenantId: null, role: 'admin' },
    ])
    return after
  })
  return { ...ended, message }
}

async function endAll(tx: Tx, tenantId: number): Promise<void> {
  await markTenantDeleted(tx, tenantId)
  await endTenantSessions(tx, tenantId)
  await cancelTexts(tx, { tenantId })
  await hurryOpenPurchases(tx, tenantId)
}
