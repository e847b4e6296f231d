import { keptWays } from '@almanac/contract/payments'
import { requireProvider } from '../../src/features/payments/providers.ts'
import { compareBooks } from '../../src/features/refunds/compare-books.ts'
import { readRevenue } from '../../src/features/reports/queries.ts'
import type { EntryHere, Here, PurchaseHere, There } from './books.ts'
import type { Scene } from './scene.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const creditsOf = ({ entries }: Here, { id }: PurchaseHere) =>
  entries.filter(({ reference }) => reference === `purchase:${id}`).map(({ tokens }) => tokens)
const capturesOf = ({ captures }: There, { reference }: PurchaseHere) =>
  captures.filter((capture) => capture.reference === reference)

/** A day may see so many automatic purchases of a consumer that were not refused (decision L4). */
const automaticMax = 3

/** What holds after every step, whatever is open: one sentence for each promise that is broken. */
export function checkAlways(scene: Scene, here: Here, there: There): string[] {
  const { entries, balance, purchases } = here
  const automatic = purchases.filter(({ isAutoPurchase }) => isAutoPurchase)
  const isOpen = ({ state }: PurchaseHere) => state === 'started' || state === 'requires_action'
  const known = new Set(purchases.flatMap(({ id }) => `purchase:${id}`))
  const strayCredits = entries.filter(({ kind, reference }) => kind === 'purchase' && !known.has(reference))
  return [
    ...(balance === sum(entries.map(({ tokens }) => tokens)) && balance >= 0
      ? []
      : [`the balance ${balance} is not what its entries say`]),
    ...strayCredits.map(({ reference }) => `${reference} is credited and was not bought`),
    ...(automatic.filter(isOpen).length > 1 ? ['two automatic purchases are open'] : []),
    ...(automatic.filter(({ state, isOfToday }) => isOfToday && state !== 'failed').length > automaticMax
      ? ['a fourth automatic purchase of one day']
      : []),
    ...purchases.flatMap((purchase) => checkPurchase(scene, here, there, purchase)),
    ...checkClicks(scene, here, there),
  ]
}

function checkPurchase({ agreed }: Scene, here: Here, there: There, purchase: PurchaseHere): string[] {
  const { reference, state, refundedCents, refundRowsCents } = purchase
  const offer = agreed.get(reference)
  const priceCents = purchase.isAutoPurchase ? offer?.automaticCents : offer?.priceCents
  const captures = capturesOf(there, purchase)
  const credits = creditsOf(here, purchase)
  const [first] = captures
  return [
    ...(captures.length > 1 ? [`${reference} was captured ${captures.length} times`] : []),
    ...(credits.length > captures.length ? [`${reference} was credited without a capture`] : []),
    ...(credits.length === (state === 'settled' ? 1 : 0)
      ? []
      : [`${reference} is ${state} and credited ${credits.length} times`]),
    ...(credits.some((tokens) => tokens !== offer?.numberOfTokens)
      ? [`${reference} was credited ${credits}`]
      : []),
    ...(first && first.amountCents !== priceCents ? [`${reference} took ${first.amountCents} cents`] : []),
    ...(refundedCents === refundRowsCents ? [] : [`${reference} has refunds of ${refundRowsCents} cents`]),
    ...(captures.some((capture) => capture.refundedCents > capture.amountCents)
      ? [`${reference} was given back more than was taken`]
      : []),
  ]
}

/** What people were told, held against both books. */
function checkClicks({ clicks }: Scene, here: Here, there: There): string[] {
  return clicks.flatMap(({ key, told }) => {
    const bought = here.purchases.filter((purchase) => purchase.key === key)
    const captures = bought.flatMap((purchase) => capturesOf(there, purchase))
    if (bought.length > 1) return [`${key} made ${bought.length} purchases`]
    if (told === 'paid' && captures.length !== 1)
      return [`${key} was told to be paid and captured ${captures.length} times`]
    if (told === 'paid' && bought[0]?.state !== 'settled') return [`${key} was told to be paid`]
    if (told === 'refused' && captures.length > 0) return [`${key} was refused and captured`]
    return []
  })
}

/** What holds once nothing is open any more. */
export async function checkInTheEnd(scene: Scene, here: Here, there: There): Promise<string[]> {
  const references = new Set(here.purchases.map(({ reference }) => reference))
  const open = here.purchases.filter(({ state }) => state !== 'settled' && state !== 'failed')
  return [
    ...checkAlways(scene, here, there),
    ...open.map(({ reference, state }) => `${reference} is still ${state}`),
    ...there.payable.map((charge) => `the charge of ${charge}: it could still be paid`),
    ...there.captures
      .filter(({ reference }) => !references.has(reference))
      .map(({ reference }) => `${reference} was captured and never ordered`),
    ...here.purchases.flatMap((purchase) => checkEnded(there, purchase)),
    ...checkTokens(scene, here, there),
    ...(await checkRevenue(scene, there)),
    ...(await checkMatch(scene, here)),
  ]
}

function checkEnded(there: There, purchase: PurchaseHere): string[] {
  const { reference, state, refundRowsCents, captureId } = purchase
  const [capture] = capturesOf(there, purchase)
  if (!capture) return state === 'settled' ? [`${reference} is settled and was not captured`] : []
  if (state !== 'settled') return [`${reference} was captured and is ${state}`]
  // PayPal lists what a dispute took among the refunds: which of both it was it does not say. The revenue counts them together.
  const isTold = !there.disputes.some(
    (dispute) => dispute.captureId === capture.id && dispute.isReversalListed,
  )
  return [
    ...(captureId === capture.id ? [] : [`${reference} names another capture`]),
    ...(refundRowsCents === capture.refundedCents || !isTold
      ? []
      : [`${reference} was given back ${capture.refundedCents} cents there and ${refundRowsCents} here`]),
  ]
}

/**
 * Tokens by what people did and what the providers hold: bought, given and spent; and of each payment taken back what
 * belongs to its money that is gone, as far as it is unspent, and all that is while it is disputed.
 */
function checkTokens({ agreed, spentTokens, editedTokens }: Scene, here: Here, there: There): string[] {
  const lots = lotsOf(here.entries)
  const wrong: string[] = []
  let boughtTokens = 0
  let takenTokens = 0
  for (const purchase of here.purchases) {
    const [capture] = capturesOf(there, purchase)
    const lot = lots.get(`purchase:${purchase.id}`)
    if (!capture || !lot) continue
    const { amountCents, refundedCents, lostCents, isDisputed } = capture
    const numberOfTokens = agreed.get(purchase.reference)?.numberOfTokens ?? 0
    const gone = Math.min(amountCents, refundedCents + lostCents)
    const due = Math.floor((numberOfTokens * gone) / amountCents)
    const within = lot.taken + lot.unspent
    const expected = isDisputed ? within : Math.min(due, within)
    if (lot.taken !== expected) wrong.push(`${lot.taken} tokens of ${purchase.reference}, not ${expected}`)
    boughtTokens += numberOfTokens
    takenTokens += lot.taken
  }
  const expected = boughtTokens + editedTokens - spentTokens - takenTokens
  return [
    ...wrong.map((one) => `refunds and disputes took ${one}`),
    ...(here.balance === expected ? [] : [`the balance is ${here.balance}, and ought to be ${expected}`]),
  ]
}

interface Lot {
  unspent: number
  taken: number
}

/**
 * Token by token: who spends takes the oldest, what comes back goes to where it was taken from, the token taken last first;
 * a refund or dispute takes those of its purchase alone.
 */
function lotsOf(entries: readonly EntryHere[]): Map<string, Lot> {
  const lots = new Map<string, Lot>()
  const spentOn = new Map<string, Lot[]>()
  for (const { kind, reference, tokens } of entries) {
    const own = lots.get(`purchase:${reference.split(':')[1]}`)
    if (kind === 'purchase' || (kind === 'admin' && tokens > 0)) {
      lots.set(reference, { unspent: tokens, taken: 0 })
    } else if (kind === 'sunburst-return') {
      const spent = spentOn.get(reference.replace('delivery-return:', 'delivery:')) ?? []
      for (let left = tokens; left > 0; left--) giveBack(spent.pop())
    } else if (kind === 'reading' || kind === 'admin' || kind === 'sunburst') {
      spentOn.set(reference, spend([...lots.values()], -tokens))
    } else if (own) {
      Object.assign(own, { unspent: own.unspent + tokens, taken: own.taken - tokens })
    }
  }
  return lots
}

function giveBack(lot: Lot | undefined): void {
  if (lot) lot.unspent += 1
}

/** The lot of each token, in the order in which they are taken. */
function spend(lots: readonly Lot[], tokens: number): Lot[] {
  return Array.from({ length: tokens }, () => {
    const oldest = lots.find(({ unspent }) => unspent > 0)
    if (!oldest) throw new Error('More tokens are spent than there are')
    oldest.unspent -= 1
    return oldest
  })
}

async function checkRevenue({ deps, tenant }: Scene, { captures }: There): Promise<string[]> {
  const dayMs = 86_400_000
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const period = { tenantId: tenant.id, timeZone: 'UTC', startDate: day(Date.now() - dayMs) }
  const { totalRevenue } = await readRevenue(deps.db.reader, { ...period, endDate: day(Date.now() + dayMs) })
  const kept = sum(captures.map((one) => one.amountCents - one.refundedCents - one.lostCents))
  return Math.round(totalRevenue * 100) === kept
    ? []
    : [`the revenue is ${totalRevenue} dollars, the providers hold ${kept} cents`]
}

/** Providers know instants to the second. */
const roundingMs = 1_000

/** The product's own comparison of the books says the same. Purchases of the scene before are none of its providers'. */
async function checkMatch({ deps, startedAt }: Scene, { purchases }: Here): Promise<string[]> {
  const span = { from: new Date(startedAt.getTime() - roundingMs), until: new Date(Date.now() + 60_000) }
  const wrong: string[] = []
  for (const { provider } of Object.values(keptWays)) {
    const { differences } = await compareBooks(deps, requireProvider(deps, provider), span)
    for (const { what, purchaseId } of differences) {
      const isOwn = purchaseId === null || purchases.some(({ id }) => id === purchaseId)
      if (isOwn) wrong.push(`the nightly match with ${provider} says of ${purchaseId}: ${what}`)
    }
  }
  return wrong
}
