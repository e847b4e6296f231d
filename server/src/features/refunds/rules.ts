/** What a purchase was of: its price in cents, and its tokens. */
export interface Bought {
  amountCents: number
  numberOfTokens: number
}

/** What of a purchase's money has gone back: by refunds that have not failed, and by lost disputes. In cents. */
export interface Gone {
  refundedCents: number
  lostCents: number
}

/** Of a purchase's tokens: what refunds and disputes have taken so far, and what the consumer could still spend. */
export interface LotTokens {
  takenBackTokens: number
  unspentTokens: number
}

/** Cents of a purchase that can still be refunded. */
export function availableCents({ amountCents }: Bought, { refundedCents, lostCents }: Gone): number {
  return Math.max(0, amountCents - refundedCents - lostCents)
}

/** Tokens that belong to the money that has gone back, rounded down (decision P6). */
export function dueTokens(
  { amountCents, numberOfTokens }: Bought,
  { refundedCents, lostCents }: Gone,
): number {
  return Math.floor((numberOfTokens * Math.min(amountCents, refundedCents + lostCents)) / amountCents)
}

/**
 * What is to be taken of a purchase's tokens now, below 0 where some are to be given back, and what can't be taken because
 * it is spent. It hangs on how refunds and disputes stand alone, not on the order in which they came there. While one of
 * its disputes is open, all that is unspent is held.
 */
export function planTokens(
  bought: Bought,
  gone: Gone & { isDisputed: boolean },
  { takenBackTokens, unspentTokens }: LotTokens,
): { take: number; missing: number } {
  const within = takenBackTokens + unspentTokens
  const due = dueTokens(bought, gone)
  const target = gone.isDisputed ? within : Math.min(due, within)
  return { take: target - takenBackTokens, missing: Math.max(0, due - target) }
}

/**
 * Of what can't be taken after a refund, the part that belongs to its own money; the rest was short of refunds before it.
 * `gone` is with the refund in it.
 */
export function missingOf(
  bought: Bought,
  gone: Gone,
  { refundCents, missing }: { refundCents: number; missing: number },
): number {
  const before = { ...gone, refundedCents: gone.refundedCents - refundCents }
  return Math.min(missing, dueTokens(bought, gone) - dueTokens(bought, before))
}

/** A refund as its provider lists it. */
export interface ListedRefund {
  refundId: string
  amountCents: number
  createdAt: Date
}

/**
 * Which refunds that were made at the provider itself are what a dispute took: of each that is open or lost the first of
 * its amount since it was opened. They count with their dispute, not as refunds.
 */
export function reversalsOf(
  disputes: readonly { amountCents: number; state: 'open' | 'won' | 'lost'; openedAt: Date }[],
  refunds: readonly ListedRefund[],
): ReadonlySet<string> {
  const found = new Set<string>()
  const inOrder = refunds.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  for (const { amountCents, state, openedAt } of disputes) {
    if (state === 'won') continue
    const taken = inOrder.find(
      (one) => one.amountCents === amountCents && one.createdAt >= openedAt && !found.has(one.refundId),
    )
    if (taken) found.add(taken.refundId)
  }
  return found
}
