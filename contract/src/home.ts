import type { Role } from './endpoint.ts'

/** The path where a role starts and where the logo leads; the tenant's slug is that of its user, none for admins. */
export function homePath(role: Role, customerUrl: string): string {
  const tenant = `/${encodeURIComponent(customerUrl)}`
  if (role === 'admin') return '/admin/customers'
  return role === 'customer' ? `${tenant}/customer/revenue-report` : `${tenant}/dashboard`
}
