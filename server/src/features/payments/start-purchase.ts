import type { WayToPay } from '@almanac/contract/payments'
import type { Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { DomainError } from '../../platform/errors.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { balanceMaxTokens, readBalance } from '../ledger/index.ts'
import { type PackageOnSale, requirePackageOnSale } from '../packages/index.ts'
import { giveUpPurchase } from './cancel-purchase.ts'
import { refuseAfterDeclines } from './decline-limit.ts'
import type { PaymentDeps } from './deps.ts'
import {
  earlierPurchasePaid,
  findOpenPurchases,
  lockBuying,
  openPurchasesMax,
  purchaseOpen,
} from './open-purchases.ts'
import { listProviders } from './providers.ts'
import { makeReference } from './purchase-reference.ts'
import { findByIdempotencyKey, findByReference, insertPurchase, type Purchase } from './purchase-store.ts'

/** What the client showed; undefined where it did not say (decision P11). */
export interface ExpectedOffer {
  /** Dollars. */
  expectedPrice?: number | undefined
  expectedTokens?: number | undefined
}

export interface PurchaseOrder {
  tenantId: number
  consumerId: number
  packageId: number
  with: WayToPay
  /** Which of the consumer's instruments, null for one that they choose at the provider; asked for only where the purchase is new. */
  chooseMethod(tx: Tx): Promise<string | null>
  isSavedAsDefault: boolean
  expected?: ExpectedOffer
  idempotencyKey: string | undefined
  /** What the client sent, for telling whether a repeated key carries the same request. */
  request: Readonly<Record<string, string | number | boolean | undefined>>
}

/** How often challenges are given up for one order: others may begin meanwhile, in other windows. */
const roundsMax = 3

/**
 * Commits the purchase with its price before the provider is called (decision P1); a repeated idempotency key answers
 * the purchase that it made. Challenges that the consumer left unanswered are given up first, at the provider too, so
 * that none of them is paid beside the new purchase (ADR 13).
 * @throws DomainError `idempotency_mismatch`, `package_not_on_sale`, `price_changed`, `balance_full`, `no_default_payment`,
 * `purchase_open`, `earlier_purchase_paid`, `provider_unavailable`, `rate_limited`, `payment_pending`; nothing was stored then.
 */
export async function startPurchase(deps: PaymentDeps, order: PurchaseOrder): Promise<Purchase> {
  const requestHash = hashRequest(order.request)
  for (let round = 1; ; round++) {
    const begun = await deps.db.transact((tx) => begin(tx, deps, order, requestHash))
    if ('purchase' in begun) {
      if (begun.purchase.requestHash !== requestHash) throw new DomainError('idempotency_mismatch')
      return begun.purchase
    }
    const [first] = begun.challenges
    if (first && round > roundsMax) throw purchaseOpen(first)
    for (const challenge of begun.challenges) await giveUpChallenge(deps, challenge)
  }
}

type Begun = { purchase: Purchase } | { challenges: readonly Purchase[] }

/** Stores the purchase, or answers the challenges that have to be given up before. */
async function begin(tx: Tx, deps: PaymentDeps, order: PurchaseOrder, requestHash: string): Promise<Begun> {
  await lockBuying(tx, order)
  const known = await findRepeated(tx, order)
  if (known) return { purchase: known }
  const bought = await requirePackageOnSale(tx, order.tenantId, order.packageId)
  if (order.expected) refuseOtherOffer(bought, order.expected)
  const adopted = await findAdopted(tx, order, bought)
  // What was found counts as given up until its payment is credited, in a moment.
  if (adopted?.state === 'failed') throw new DomainError('payment_pending')
  if (adopted) return { purchase: { ...adopted, requestHash } }
  await refuseBeyondBalance(tx, order, bought)
  const paymentMethodId = await order.chooseMethod(tx)
  // One that the product began by itself is neither the consumer's to finish nor one of those that they may have open.
  const open = (await findOpenPurchases(tx, order, listProviders(deps))).filter((one) => !one.isAutoPurchase)
  const challenges = open.filter(({ state }) => state === 'requires_action')
  if (challenges.length > 0) return { challenges }
  const [oldest] = open
  if (oldest && open.length >= openPurchasesMax) throw purchaseOpen(oldest)
  await refuseAfterDeclines(tx, order.consumerId)
  const purchase = await insertPurchase(tx, {
    ...order.with,
    tenantId: order.tenantId,
    consumerId: order.consumerId,
    packageId: bought.id,
    packageName: bought.name,
    numberOfTokens: bought.numberOfTokens,
    amountCents: bought.priceCents,
    paymentMethodId,
    isSavedAsDefault: order.isSavedAsDefault,
    idempotencyKey: order.idempotencyKey ?? null,
    requestHash,
  })
  if (!purchase) throw new Error('A purchase was neither stored nor found')
  return { purchase }
}

async function findRepeated(tx: Tx, order: PurchaseOrder): Promise<Purchase | undefined> {
  if (order.idempotencyKey === undefined) return undefined
  return findByIdempotencyKey(tx, order.consumerId, order.idempotencyKey)
}

/** What this very click bought before the database was restored, and was found again at the provider. */
async function findAdopted(
  tx: Tx,
  { tenantId, consumerId, idempotencyKey }: PurchaseOrder,
  { id: packageId, numberOfTokens }: PackageOnSale,
): Promise<Purchase | undefined> {
  if (idempotencyKey === undefined) return undefined
  return findByReference(
    tx,
    makeReference({ tenantId, consumerId, packageId, numberOfTokens, idempotencyKey }),
  )
}

function refuseOtherOffer(bought: PackageOnSale, { expectedPrice, expectedTokens }: ExpectedOffer): void {
  const price = toDollars(bought.priceCents)
  const { numberOfTokens } = bought
  const isAsShown =
    (expectedPrice ?? price) === price && (expectedTokens ?? numberOfTokens) === numberOfTokens
  if (!isAsShown) throw new DomainError('price_changed', { extra: { price, numberOfTokens } })
}

/** What is paid for must fit into the balance (decision L11). */
async function refuseBeyondBalance(
  tx: Tx,
  { tenantId, consumerId }: PurchaseOrder,
  { numberOfTokens }: PackageOnSale,
): Promise<void> {
  const balance = await readBalance(tx, tenantId, consumerId)
  if (balance + numberOfTokens > balanceMaxTokens) throw new DomainError('balance_full')
}

async function giveUpChallenge(deps: PaymentDeps, challenge: Purchase): Promise<void> {
  const ended = await giveUpPurchase(deps, challenge)
  if (ended.state === 'settled') throw earlierPurchasePaid(ended)
  if (ended.state !== 'failed') throw purchaseOpen(ended)
}
