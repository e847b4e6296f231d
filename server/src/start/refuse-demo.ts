import { TENANTS } from '../../demo/content/tenants.ts'
import { ADMIN, CONSUMERS, OPERATORS } from '../../demo/content/users.ts'
import type { Config } from '../platform/config.ts'
import type { Reader } from '../platform/database.ts'

/** Of a domain that nobody can own, so that no real account is taken for one of the demo. */
const supportEmails = TENANTS.map(({ supportEmail }) => supportEmail)
const userEmails = [ADMIN, ...OPERATORS, ...CONSUMERS].map(({ email }) => email)

/** Whether real messages may go out while the demo is in the database. */
export function mayRunDemo(
  config: Pick<Config, 'NODE_ENV' | 'MESSAGES' | 'DEMO_WITH_LIVE_MESSAGES'>,
): boolean {
  if (config.NODE_ENV === 'production') return false
  return config.MESSAGES === 'sandbox' || config.DEMO_WITH_LIVE_MESSAGES === 'allow'
}

/**
 * Ends the start where the database holds the demo and real messages would go out: its logins are known to everybody,
 * and its people have neither the numbers nor the addresses that would be written to.
 * @throws Error with what to do.
 */
export async function refuseDemo(reader: Reader, config: Parameters<typeof mayRunDemo>[0]): Promise<void> {
  if (mayRunDemo(config) || !(await holdsDemo(reader))) return
  const rehearsal =
    config.NODE_ENV === 'production' ? '' : ' For a rehearsal set DEMO_WITH_LIVE_MESSAGES=allow.'
  throw new Error(
    `This database holds the demo, whose passwords everybody knows and whose people own none of the numbers and addresses that live messages would go to. Point DATABASE_URL (or DATA_DIR) to an empty database, or delete the demo's tenants and users (${[...supportEmails, ADMIN.email].join(', ')}).${rehearsal}`,
  )
}

async function holdsDemo(reader: Reader): Promise<boolean> {
  const tenant = await reader
    .selectFrom('tenants')
    .select('id')
    .where('supportEmail', 'in', supportEmails)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (tenant) return true
  const user = await reader
    .selectFrom('users')
    .leftJoin('tenants', 'tenants.id', 'users.tenantId')
    .select('users.id')
    .where('users.email', 'in', userEmails)
    .where('users.deletedAt', 'is', null)
    .where('tenants.deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}
