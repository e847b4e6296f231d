import { paths } from '@almanac/contract/pages'
import { crashPoint } from '../../platform/crash-points.ts'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { applyPayment } from './apply-payment.ts'
import { tryCard } from './decline-limit.ts'
import { failureOf } from './declines.ts'
import { forgetMethod } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import {
  type CustomerResult,
  customerMissing,
  methodMissing,
  type OrderTexts,
  type Payment,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentResult,
} from './ports.ts'
import { providerOf } from './providers.ts'
import {
  findPurchase,
  markFailed,
  markSent,
  markUnsent,
  moveToCustomer,
  type PayingConsumer,
  type Purchase,
  readPayingConsumer,
} from './purchase-store.ts'
import { replaceCustomer, requireCustomer } from './require-customer.ts'
import { descriptorSuffix } from './rules.ts'

/** A purchase as it stands after the provider was asked, with its payment where there is one. */
export interface Charged {
  purchase: Purchase
  payment: Payment | null
}

/**
 * Has the provider charge a purchase, outside of any transaction, and records the outcome. Repeating it charges
 * nothing more: the reference is the provider's idempotency key. One that has ended meanwhile is not sent.
 * @throws DomainError `payment_pending` where the outcome is not known yet; the reconciler finds it out.
 * @throws DomainError `rate_limited` after too many declines, `provider_unavailable`.
 */
export async function chargePurchase(deps: PaymentDeps, purchase: Purchase): Promise<Charged> {
  const { reader } = deps.db
  const provider = providerOf(deps, purchase)
  if (!provider) return withoutPayment(deps, purchase)
  const consumer = await readPayingConsumer(reader, purchase.consumerId)
  const customer = await customerFor(deps, provider, purchase, consumer)
  if (customer.kind === 'refused') {
    await markUnsent(reader, purchase.id, failureOf(customer.code))
    return withoutPayment(deps, purchase)
  }
  const charge = () => sendAndRecord(deps, provider, purchase, { consumer, customerId: customer.customerId })
  // What the product tries by itself has a limit of its own, and uses up nobody's.
  if (purchase.isAutoPurchase) return (await charge()).result
  try {
    return await tryCard(reader, purchase.consumerId, charge)
  } catch (error) {
    const isRefusedHere = error instanceof DomainError && error.code === 'rate_limited'
    if (isRefusedHere) await markUnsent(reader, purchase.id, failureOf('too_many_declines'))
    throw error
  }
}

/** An older one is looked up, never sent again: its provider may have forgotten the key. */
export function isRepeatable(deps: Pick<PaymentDeps, 'clock' | 'providers'>, purchase: Purchase): boolean {
  const ageMs = deps.clock.now().getTime() - purchase.createdAt.getTime()
  return ageMs < (providerOf(deps, purchase)?.repeatableSeconds ?? 0) * 1_000
}

/** A purchase stays with the record that it was sent with. */
async function customerFor(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { providerCustomerId }: Purchase,
  consumer: PayingConsumer,
): Promise<CustomerResult | { kind: 'customer'; customerId: null }> {
  if (providerCustomerId !== null) return { kind: 'customer', customerId: providerCustomerId }
  if (!provider.createCustomer) return { kind: 'customer', customerId: null }
  return requireCustomer(deps, provider, consumer)
}

interface Payer {
  consumer: PayingConsumer
  /** Null where the provider keeps no records of consumers. */
  customerId: string | null
}

async function sendAndRecord(
  deps: PaymentDeps,
  provider: PaymentProvider,
  purchase: Purchase,
  payer: Payer,
): Promise<{ result: Charged; isDecline: boolean }> {
  const result = await send(deps, provider, purchase, payer).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknownError)) throw error
    deps.log.warn({ purchase: purchase.id, error: error.message }, 'the outcome of a charge is not known yet')
    throw new DomainError('payment_pending')
  })
  if (!result) {
    // If an earlier attempt may have reached the provider, the lane finds out what came of it.
    if (purchase.isAutoPurchase) await markUnsent(deps.db.reader, purchase.id, failureOf('no_longer_wanted'))
    return { result: await withoutPayment(deps, purchase), isDecline: false }
  }
  crashPoint('purchase.provider-answered')
  const charged = await recordResult(deps, purchase, result)
  crashPoint('purchase.committed')
  return { result: charged, isDecline: charged.purchase.state === 'failed' }
}

/** Null where it must not be sent any more. A customer that the provider has lost is replaced, once. */
async function send(
  deps: PaymentDeps,
  provider: PaymentProvider,
  purchase: Purchase,
  { consumer, customerId }: Payer,
): Promise<PaymentResult | null> {
  const { reader } = deps.db
  const { account } = provider
  const texts = textsOf(deps, purchase, consumer)
  const sent = await markSent(deps, purchase.id, { account, customerId, texts })
  if (!sent) return null
  crashPoint('purchase.before-call')
  const about = { purchase: sent.id, provider: provider.name }
  deps.log.info({ ...about, reference: sent.reference }, 'the provider is told of a purchase')
  const result = await provider.begin(orderOf(sent, texts))
  deps.log.info({ ...about, ...inBrief(result) }, 'the provider answered for a purchase')
  const gone = sent.providerCustomerId
  if (result.kind !== 'refused' || result.code !== customerMissing || !gone) return result
  const replaced = await replaceCustomer(deps, provider, consumer, gone)
  if (replaced.kind === 'refused') return replaced
  await moveToCustomer(reader, purchase.id, gone, replaced.customerId)
  const moved = await markSent(deps, purchase.id, { account, customerId: replaced.customerId, texts })
  return moved ? provider.begin(orderOf(moved, texts)) : null
}

/** As a log may have it. */
function inBrief(result: PaymentResult) {
  if (result.kind === 'refused') return { refusal: result.code, providerCode: result.providerCode }
  const { providerPaymentId: payment, status, failureCode, providerCode } = result.payment
  return { payment, status, ...(failureCode === null ? {} : { refusal: failureCode, providerCode }) }
}

function textsOf(
  { statementPrefix, publicUrl }: PaymentDeps,
  { id, packageName }: Purchase,
  { companyName, customerUrl }: PayingConsumer,
): OrderTexts {
  const returnUrl = `${publicUrl}${paths.walletReturn(customerUrl, id)}`
  return {
    companyName,
    description: `${companyName}: ${packageName}`,
    descriptorSuffix: descriptorSuffix(companyName, statementPrefix),
    returnUrl,
    cancelUrl: `${returnUrl}?cancelled=true`,
  }
}

function orderOf(sent: Purchase, texts: OrderTexts): PaymentOrder {
  const { reference, chargeAttempt } = sent
  return {
    ...(sent.orderTexts ?? texts),
    reference,
    idempotencyKey: chargeAttempt === 0 ? reference : `${reference}-${chargeAttempt}`,
    tenantId: sent.tenantId,
    consumerId: sent.consumerId,
    purchaseId: sent.id,
    customerId: sent.providerCustomerId,
    paymentMethod: sent.paymentMethod,
    methodId: sent.paymentMethodId,
    amountCents: sent.amountCents,
    isSaved: sent.isSavedAsDefault,
    isOffSession: sent.isOffSession,
  }
}

async function recordResult(deps: PaymentDeps, purchase: Purchase, result: PaymentResult): Promise<Charged> {
  if (result.kind === 'payment') {
    return { purchase: await applyPayment(deps, purchase, result.payment), payment: result.payment }
  }
  const { paymentMethodId } = purchase
  const at = providerOf(deps, purchase)
  if (result.code === methodMissing && at && paymentMethodId) await forgetMethod(deps.db, at, paymentMethodId)
  await markFailed(deps.db.reader, purchase.id, failureOf(result.code), null)
  return withoutPayment(deps, purchase)
}

async function withoutPayment({ db }: PaymentDeps, purchase: Purchase): Promise<Charged> {
  return { purchase: (await findPurchase(db.reader, purchase.id)) ?? purchase, payment: null }
}
