import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { afterDebitsJob } from '../ledger/index.ts'
import { announceRule, type Owner } from './rule-store.ts'

/**
 * Has nothing bought automatically for a consumer while a payment of theirs is disputed, whether they have chosen a
 * package or not. Repeating it changes nothing.
 */
export async function holdAutoPurchase(tx: Tx, owner: Owner): Promise<void> {
  const { tenantId, consumerId } = owner
  await tx
    .insertInto('autoPurchaseHolds')
    .values({ tenantId, consumerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await announceRule(tx, owner)
}

/**
 * Ends that, once no payment of the consumer's is disputed any more. A rule goes on as it was: with a balance that fell
 * to the threshold meanwhile it buys now.
 */
export async function releaseAutoPurchase(tx: Tx, owner: Owner): Promise<void> {
  await tx
    .deleteFrom('autoPurchaseHolds')
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .execute()
  await announceRule(tx, owner)
  await wakeJob(tx, afterDebitsJob)
}

/** Whether nothing is bought for a consumer because of a dispute. */
export async function isHeld(tx: Tx, { tenantId, consumerId }: Owner): Promise<boolean> {
  const held = await tx
    .selectFrom('autoPurchaseHolds')
    .select('consumerId')
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .executeTakeFirst()
  return held !== undefined
}
