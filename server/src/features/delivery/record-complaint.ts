import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database.ts'
import { announceChanges, reportsChanged } from '../../platform/wakeups.ts'
import { endEmail } from '../subscriptions/index.ts'

/** The note of a letter that was complained of. */
export const complaint = 'complaint'

/**
 * Records that whoever received a letter called it unwanted: every subscription by e-mail that they have at that tenant
 * ends, with its row in the record of consents. The letter arrived, so that its token stays taken. A repeat changes
 * nothing, nor does the complaint of an address that the consumer has left.
 * @param kind as the mail host names it, e.g. `abuse`
 */
export async function recordComplaint(db: Database, deliveryId: number, kind: string): Promise<void> {
  await db.transact(async (tx) => {
    const letter = await lockLetter(tx, deliveryId)
    if (!letter || letter.error === complaint) return
    const { tenantId, consumerId, recipient } = letter
    await tx
      .updateTable('deliveries')
      .set({ state: 'sent', error: complaint, sentAt: sql<Date>`coalesce(sent_at, present())` })
      .where('id', '=', deliveryId)
      // Nobody can complain of what has not arrived.
      .where('state', 'in', ['sent', 'unknown'])
      .execute()
    if (letter.isOwnAddress)
      await endEmail(
        tx,
        { tenantId, consumerId, categoryId: null },
        {
          recipient,
          wording: `The mail host reports a complaint about a letter (${kind}).`,
          source: 'provider-report',
          ipAddress: null,
        },
      )
    await announceChanges(tx, [
      { topic: 'subscriptions', tenantId, userId: consumerId },
      reportsChanged(tenantId),
    ])
  })
}

async function lockLetter(tx: Tx, deliveryId: number) {
  const letter = await tx
    .selectFrom('deliveries')
    .select(['tenantId', 'consumerId', 'recipient', 'error'])
    .where('id', '=', deliveryId)
    .where('medium', '=', 'email')
    .forUpdate()
    .executeTakeFirst()
  if (!letter) return undefined
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('tenantId', '=', letter.tenantId)
    .where('id', '=', letter.consumerId)
    .where(sql<boolean>`lower(email) = lower(${letter.recipient})`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return { ...letter, isOwnAddress: owner !== undefined }
}
