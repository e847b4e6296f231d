import type { Tx } from '../../platform/database.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { type EndReason, ended, queueNotice } from './notices.ts'
import { readPackageName } from './queries.ts'
import { announceRule, type Held, noteConsent, type Rule } from './rule-store.ts'

/**
 * Ends a rule and keeps when and why. Its consumer is told unless they did it by the switch.
 */
export async function endRule(
  tx: Tx,
  deps: Pick<AutoPurchaseDeps, 'publicUrl'>,
  held: Held & { rule: Rule },
  reason: EndReason | 'switch',
): Promise<void> {
  const { rule } = held
  const named = { ...rule, packageName: await readPackageName(tx, rule) }
  const party = { ...held.party, thresholdToken: held.party.ruleThreshold }
  await noteConsent(tx, { ...held, party }, named, { act: 'off', reason })
  await tx
    .deleteFrom('autoPurchases')
    .where('tenantId', '=', rule.tenantId)
    .where('consumerId', '=', rule.consumerId)
    .execute()
  if (reason !== 'switch') await queueNotice(tx, held, ended(deps, held, named, reason))
  await announceRule(tx, held)
}
