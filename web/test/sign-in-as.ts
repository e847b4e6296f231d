import { checkSession, type UserInfo } from '@almanac/contract/profile'
import { queryClient } from '../src/api/query-client.ts'
import { verifySession } from '../src/api/session.ts'
import { readTenantDetails } from '../src/api/tenant-details.ts'
import { answer } from './wire.ts'

/** Signs a user in; what was read before is forgotten. */
export async function signIn(user: UserInfo): Promise<void> {
  answer(checkSession, user)
  await verifySession()
  queryClient.clear()
  if (user.customerUrl) await readTenantDetails(user.customerUrl)
}
