import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database.ts'
import { markEmailDead, noteEmailBounce } from '../identity/index.ts'
import { endDeliveries } from './end-deliveries.ts'
import { complaint } from './record-complaint.ts'
import type { BounceDoubt } from './tables.ts'

/** No host keeps an email longer before it gives up (RFC 5321, 4.5.4.1: four to five days). */
const bounceWithinDays = 7
/** How many reports of one consumer are believed within how many days. */
const believedMax = 5
const believedWithinDays = 30

export interface Bounce {
  deliveryId: number
  /** That of RFC 3463, e.g. `5.1.1`. */
  status: string
  isAddressDead: boolean
}

/** What an email may have become and still come back. */
const mayComeBack = ['sending', 'unknown', 'sent'] as const

/**
 * Records a report that an email did not arrive. One that is believed ends the delivery and returns its token, once. One
 * that is not changes nothing, and admins see it: a recipient knows the return path, and can write a report on an email
 * that arrived. After five believed reports in 30 days the address must be verified again. docs/life-of-a-delivery.md has
 * the rule.
 */
export async function recordBounce(
  db: Database,
  { deliveryId, status, isAddressDead }: Bounce,
): Promise<void> {
  await db.transact(async (tx) => {
    const email = await lockEmail(tx, deliveryId)
    if (!email) return
    const { tenantId, consumerId } = email
    const believed = await countBelieved(tx, tenantId, consumerId)
    const doubt = doubtOf(email, believed)
    const { numInsertedOrUpdatedRows: isFirst } = await tx
      .insertInto('bounces')
      .values({ deliveryId, tenantId, consumerId, status, doubt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!isFirst) return
    const address = { tenantId, userId: consumerId, email: email.recipient }
    if (doubt === null) {
      const ended = { id: deliveryId, reason: `bounce-${status}` }
      await endDeliveries(tx, { to: 'undeliverable', from: mayComeBack }, [ended])
      if (isAddressDead) await noteEmailBounce(tx, address)
    }
    if (doubt === 'too-many' || (doubt === null && believed + 1 >= believedMax))
      await markEmailDead(tx, address)
  })
}

function doubtOf(email: { linkUsedAt: Date | null; error: string | null }, believed: number) {
  const doubts: [doubt: BounceDoubt, applies: boolean][] = [
    ['link-used', email.linkUsedAt !== null],
    ['complained', email.error === complaint],
    ['too-many', believed >= believedMax],
  ]
  return doubts.find(([, applies]) => applies)?.[0] ?? null
}

async function lockEmail(tx: Tx, deliveryId: number) {
  return tx
    .selectFrom('deliveries')
    .select(['tenantId', 'consumerId', 'recipient', 'error', 'linkUsedAt'])
    .where('id', '=', deliveryId)
    .where('medium', '=', 'email')
    .where('state', 'in', mayComeBack)
    .where(
      sql<boolean>`coalesce(sent_at, claimed_at) > present() - make_interval(days => ${bounceWithinDays})`,
    )
    .forUpdate()
    .executeTakeFirst()
}

/** The user's row is locked first, so that of two reports at once the second counts the first. */
async function countBelieved(tx: Tx, tenantId: number, consumerId: number): Promise<number> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', consumerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { believed } = await tx
    .selectFrom('bounces')
    .select(({ fn }) => fn.countAll<number>().as('believed'))
    .where('consumerId', '=', consumerId)
    .where('doubt', 'is', null)
    .where(sql<boolean>`received_at > present() - make_interval(days => ${believedWithinDays})`)
    .executeTakeFirstOrThrow()
  return Number(believed)
}
