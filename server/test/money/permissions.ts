import type { Here, There } from './books.ts'

/** A package: prices in cents, and tokens. */
export interface Offer {
  priceCents: number
  automaticCents: number
  numberOfTokens: number
}

/** What the consumer agreed to by turning automatic purchase on. */
interface Rule {
  automaticCents: number
  numberOfTokens: number
  thresholdTokens: number
}

/**
 * What the product may charge by itself, derived from what people did (decisions L3 to L6 and L10): no row of the
 * product's is believed but those that say what it has heard of disputes and refunds.
 */
export interface Permissions {
  packageId: number
  offer: Offer
  thresholdTokens: number
  rule: Rule | null
  /** The default payment, and the provider's id of it. */
  kept: { kind: 'card' | 'wallet'; methodId: string } | null
  /** Instruments of lost disputes that were marked fraudulent and not saved again since. */
  barredMethods: Set<string>
  isStopped: boolean
  /** Whether anything happened since the last automatic charge that may cause one: spent tokens, or a word of the consumer. */
  hasCause: boolean
  /** Charges and refunds that were seen before, and disputes whose fraud was. */
  seen: Set<string>
}

export function makePermissions(packageId: number, offer: Offer): Permissions {
  return {
    packageId,
    offer,
    thresholdTokens: 2,
    rule: null,
    kept: null,
    barredMethods: new Set(),
    isStopped: false,
    hasCause: false,
    seen: new Set(),
  }
}

/** The consumer turns automatic purchase on, or resumes it, at what they are shown now. */
export function agreeToRule(permissions: Permissions): void {
  const { offer, thresholdTokens } = permissions
  const { automaticCents, numberOfTokens } = offer
  permissions.rule = { automaticCents, numberOfTokens, thresholdTokens }
  permissions.hasCause = true
}

/** A moment to compare with: what was permitted, and how both books stood. */
export interface Moment {
  permissions: Permissions
  here: Here
}

/**
 * One sentence for each automatic charge since `before` that was not permitted then. Whatever ends a permission counts
 * once the step is over in which it happened.
 */
export function checkAutomaticCharges(before: Moment, here: Here, there: There): string[] {
  const automatic = new Set(
    here.purchases.filter(({ isAutoPurchase }) => isAutoPurchase).map(({ reference }) => reference),
  )
  return there.captures
    .filter(({ id, reference }) => automatic.has(reference) && !before.permissions.seen.has(id))
    .flatMap(({ reference, amountCents, methodId }) =>
      whyForbidden(before, here, { amountCents, methodId, tokens: tokensOf(here, reference) }).map(
        (why) => `${reference} was charged automatically ${why}`,
      ),
    )
}

const tokensOf = ({ purchases }: Here, reference: string) =>
  purchases.find((purchase) => purchase.reference === reference)?.numberOfTokens

interface Charge {
  amountCents: number
  methodId: string | null
  tokens: number | undefined
}

function whyForbidden({ permissions, here: before }: Moment, after: Here, charge: Charge): string[] {
  const { rule, offer, kept, barredMethods, isStopped, hasCause } = permissions
  if (!rule) return ['while it was off']
  const thresholdTokens = Math.min(rule.thresholdTokens, permissions.thresholdTokens)
  const isHeld = (books: Here) => books.disputes.some(({ state }) => state === 'open')
  const reasons: [boolean, string][] = [
    [isStopped, 'while all were stopped'],
    [isHeld(before) && isHeld(after), 'while a payment was disputed'],
    [before.balance > thresholdTokens, `at a balance of ${before.balance}, above ${thresholdTokens}`],
    [charge.amountCents > rule.automaticCents, `for ${charge.amountCents} cents, more than was agreed`],
    [charge.amountCents !== offer.automaticCents, `for ${charge.amountCents} cents, which is not its price`],
    [charge.tokens !== offer.numberOfTokens, `for ${charge.tokens} tokens, which is not what is sold`],
    [rule.numberOfTokens !== offer.numberOfTokens, 'for another number of tokens than was agreed'],
    [charge.methodId !== kept?.methodId, 'with what is not the default payment'],
    [barredMethods.has(charge.methodId ?? ''), 'with what a fraud was disputed of'],
    [!hasCause, 'though nothing was spent'],
  ]
  return reasons.filter(([isBroken]) => isBroken).map(([, why]) => why)
}

/** Takes note of what the product has heard and done since. */
export function notePermissions(permissions: Permissions, here: Here, there: There): void {
  const { seen, barredMethods } = permissions
  const isNew = (what: string) => !seen.has(what) && Boolean(seen.add(what))
  for (const { id, reference } of there.captures) {
    const purchase = here.purchases.find((one) => one.reference === reference)
    if (isNew(id) && purchase?.isAutoPurchase) permissions.hasCause = false
  }
  for (const { id, purchaseId, state } of here.refunds) {
    const purchase = here.purchases.find((one) => one.id === purchaseId)
    if (isNew(`refund ${id}`) && purchase?.isAutoPurchase && state !== 'failed') permissions.rule = null
  }
  for (const { disputeId, state } of here.disputes) {
    const told = there.disputes.find(({ id }) => id === disputeId)
    if (state !== 'lost' || !told?.isFraud || !isNew(`fraud ${disputeId}`)) continue
    permissions.rule = null
    const capture = there.captures.find(({ id }) => id === told.captureId)
    if (capture?.methodId) barredMethods.add(capture.methodId)
  }
}
