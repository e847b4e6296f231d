import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { announceChange } from '../../platform/wakeups.ts'

/** One letter may come back by a host's mistake; from so many on, each within so many days of the one before, none will arrive. */
const deadFromBounces = 3
const withinDays = 30

/** An address that a letter came back from. */
export interface BouncedAddress {
  tenantId: number
  userId: number
  /** As it was written to: of one that the user has left meanwhile nothing is noted. */
  email: string
}

/**
 * Notes that a letter came back because nobody can be reached at a user's address. After three such letters the address is
 * dead (`users.email_dead_at`) until it, or another, is verified.
 */
export async function noteEmailBounce(tx: Tx, { tenantId, userId, email }: BouncedAddress): Promise<void> {
  const { rows } = await sql<{ isDead: boolean }>`
    update users u set
      email_bounces = counted.bounces,
      email_bounced_at = present(),
      email_dead_at = case when counted.bounces >= ${deadFromBounces} then present() end
    from (
      select id, case
        when email_bounced_at > present() - make_interval(days => ${withinDays}) then email_bounces + 1 else 1
      end as bounces
      from users where tenant_id = ${tenantId} and id = ${userId} for no key update
    ) as counted
    where u.tenant_id = ${tenantId} and u.id = counted.id and lower(u.email) = lower(${email})
      and u.email_dead_at is null
    returning u.email_dead_at is not null as is_dead
  `.execute(tx)
  if (rows[0]?.isDead) await announceChange(tx, { topic: 'profile', tenantId, userId })
}

/** Makes an address dead at once, unless it is already or the user has left it. */
export async function markEmailDead(tx: Tx, { tenantId, userId, email }: BouncedAddress): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ emailDeadAt: sql<Date>`present()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', userId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('emailDeadAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows) await announceChange(tx, { topic: 'profile', tenantId, userId })
}
