import type { AutoPurchase } from '@almanac/contract/auto-purchase'
import { DomainError } from '../../platform/errors.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { isHeld } from './hold-auto-purchase.ts'
import { readAutoPurchase } from './queries.ts'
import { holdRule, type Owner } from './rule-store.ts'
import { isBeyond } from './rules.ts'
import { agree, hasAgreed, requireOffer, requirePayment, type Shown } from './toggle-auto-purchase.ts'

/**
 * Goes on with a rule that waits: its consumer agrees to what the package costs now, as it was shown, and its tries are
 * counted anew. One that neither waits nor asks for anything stays as it is.
 * @throws DomainError `package_not_on_sale` (of what is not on, too), `not_auto_purchasable`, `price_changed`,
 * `no_default_payment`, `payment_method_barred`, `dispute_open`.
 */
export async function resumeAutoPurchase(
  deps: AutoPurchaseDeps,
  owner: Owner,
  shown: Shown,
): Promise<AutoPurchase & { message: string }> {
  return deps.db.transact(async (tx) => {
    const held = await holdRule(tx, deps, owner)
    if (await isHeld(tx, owner)) {
      const message = 'One of your payments is disputed. Automatic purchase waits until that is decided.'
      throw new DomainError('dispute_open', { message })
    }
    const { rule } = held
    await requirePayment(tx, held)
    if (!rule || rule.paidBy === null) throw new DomainError('package_not_on_sale')
    const offer = await requireOffer(tx, held, { packageId: rule.packageId, ...shown })
    const isAgreed = !isBeyond(rule, offer) && hasAgreed(held, rule, shown)
    if (rule.state === 'active' && rule.declines === 0 && isAgreed) {
      return { ...(await readAutoPurchase(tx, owner)), message: 'Automatic purchase is on.' }
    }
    return agree(tx, deps, held, offer, 'resumed', shown)
  })
}
