import type { Tx } from '../../platform/database.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { endRule } from './end-rule.ts'
import type { EndReason } from './notices.ts'
import { holdRule, type Owner } from './rule-store.ts'

/**
 * Ends a consumer's automatic purchase for what happened elsewhere, in the transaction of that, and tells them; without
 * effect where nothing is bought automatically.
 */
export async function turnOffAutoPurchase(
  tx: Tx,
  deps: Pick<AutoPurchaseDeps, 'providers' | 'publicUrl'>,
  owner: Owner,
  why: EndReason,
): Promise<boolean> {
  const { rule, ...held } = await holdRule(tx, deps, owner)
  if (!rule) return false
  await endRule(tx, deps, { ...held, rule }, why)
  return true
}
