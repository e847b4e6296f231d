import { sql } from 'kysely'
import type { Database, Reader } from '../../platform/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { endEmail } from '../subscriptions/index.ts'
import { readUnsubscribe } from './unsubscribe-token.ts'

export interface UnsubscribeDeps {
  db: Database
  secrets: Secrets
}

/** What an unsubscribe link ends. */
export interface LinkedSubscription {
  tenantId: number
  consumerId: number
  categoryId: number
  categoryName: string
  companyName: string
  /** The consumer's address. */
  email: string
}

/**
 * Reads an unsubscribe link, and notes that it was opened: its email has arrived. Undefined where it was not made here.
 */
export async function readLink(
  { db, secrets }: UnsubscribeDeps,
  token: string,
): Promise<LinkedSubscription | undefined> {
  const claim = readUnsubscribe(secrets, token)
  const linked = claim ? await findLinked(db.reader, claim) : undefined
  if (linked && claim?.deliveryId) await noteLinkUsed(db.reader, linked, claim.deliveryId)
  return linked
}

async function noteLinkUsed(
  reader: Reader,
  { tenantId, consumerId }: LinkedSubscription,
  deliveryId: number,
) {
  await reader
    .updateTable('deliveries')
    .set({ linkUsedAt: sql<Date>`present()` })
    .where('id', '=', deliveryId)
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .where('linkUsedAt', 'is', null)
    .execute()
}

async function findLinked(reader: Reader, claim: { consumerId: number; categoryId: number }) {
  return reader
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenantId')
    .innerJoin('categories', 'categories.tenantId', 'tenants.id')
    .where('users.id', '=', claim.consumerId)
    .where('categories.id', '=', claim.categoryId)
    .select([
      'tenants.id as tenantId',
      'users.id as consumerId',
      'categories.id as categoryId',
      'categories.name as categoryName',
      'tenants.companyName',
      'users.email',
    ])
    .executeTakeFirst()
}

/** Ends the e-mail of a link's category (decision S7); done again it changes nothing. */
export async function followLink(
  { db }: UnsubscribeDeps,
  linked: LinkedSubscription,
  ipAddress: string,
): Promise<void> {
  const { tenantId, consumerId, email } = linked
  await db.transact(async (tx) => {
    const subscription = { tenantId, consumerId, categoryId: linked.categoryId }
    const withdrawal = { recipient: email, wording: 'Unsubscribe', source: 'letter-link' as const, ipAddress }
    await endEmail(tx, subscription, withdrawal)
    await announceChange(tx, { topic: 'subscriptions', tenantId, userId: consumerId })
  })
}
