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

/** The part of a dispute that decides which refunds belong to it. */
export interface TakingDispute {
  /** What a lost dispute cost, otherwise what is disputed. */
  amountCents: number
  state: 'open' | 'won' | 'lost'
  openedAt: Date
  decidedAt: Date | null
}

/** So long after a decision the provider may still book parts of what it cost. */
const bookedWithinMs = 86_400_000

/**
 * Returns the refunds listed by the provider that are really what lost disputes took. For each lost dispute, that is the
 * first refund of its amount since it was opened, or else the refunds that add up to what it cost. They count with the
 * dispute. While a dispute is open it has taken nothing, so every listed refund counts as a refund.
 */
export function reversalsOf(
  disputes: readonly TakingDispute[],
  refunds: readonly ListedRefund[],
): ReadonlySet<string> {
  const found = new Set<string>()
  const inOrder = refunds.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  for (const dispute of disputes) {
    if (dispute.state !== 'lost') continue
    const since = inOrder.filter((one) => one.createdAt >= dispute.openedAt && !found.has(one.refundId))
    const whole = since.find((one) => one.amountCents === dispute.amountCents)
    for (const { refundId } of whole ? [whole] : partsOf(dispute, since)) found.add(refundId)
  }
  return found
}

/** The refunds, in their order, that fit into what a lost dispute cost. */
function partsOf({ amountCents, decidedAt }: TakingDispute, since: readonly ListedRefund[]) {
  if (decidedAt === null) return []
  const until = decidedAt.getTime() + bookedWithinMs
  let left = amountCents
  return since.filter((one) => {
    const isPart = one.amountCents <= left && one.createdAt.getTime() <= until
    if (isPart) left -= one.amountCents
    return isPart
  })
}
