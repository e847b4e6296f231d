import { waysToPay } from '@almanac/contract/payments'
import type { OrderRequest } from '@paypal/paypal-server-sdk'
import type { Payment, PaymentOrder, PaymentProvider } from '../../features/payments/ports.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { callPayPal, issueOf, orNull, type Patiences } from './call.ts'
import { alreadyTold, askAgain, codeOf } from './issues.ts'
import { moneyOf } from './money.ts'
import type { PayPalSession, PayPalSessions } from './session.ts'
import { toPayment } from './to-payment.ts'

/** Has PayPal answer whole objects. */
const prefer = 'return=representation'

/** Payments through orders, which the consumer approves and we capture; those of a kept wallet are captured with their creation. */
export function paypalOrders(
  sessions: PayPalSessions,
  patience: Patiences,
  origin: string,
): Pick<PaymentProvider, 'begin' | 'advance' | 'lookUp' | 'cancel'> {
  async function retrieve(id: string): Promise<Payment | null> {
    const order = await orNull(() =>
      callPayPal(sessions, 'get order', patience.lookUp, ({ orders }, options) =>
        orders.getOrder({ id }, options),
      ),
    )
    return order && toPayment(order, origin)
  }

  return {
    async begin(order) {
      const paypalRequestId = order.idempotencyKey
      try {
        const created = await callPayPal(
          sessions,
          'create order',
          order.isOffSession ? { ...patience.charge, attempts: 1 } : patience.charge,
          ({ sdk, orders }, options) =>
            orders.createOrder({ body: bodyOf(sdk, order), paypalRequestId, prefer }, options),
        )
        return { kind: 'payment', payment: toPayment(created, origin) }
      } catch (error) {
        const issue = issueOf(error)
        if (issue === null) throw error
        // It was taken before, by a request that we know of no more: an event or a person finds it.
        if (alreadyTold.has(issue)) throw new OutcomeUnknownError(`PayPal (create order): ${issue}`)
        return { kind: 'refused', code: codeOf(issue), providerCode: issue }
      }
    },
    async advance({ providerPaymentId: id, idempotencyKey: paypalRequestId }) {
      try {
        const captured = await callPayPal(sessions, 'capture order', patience.charge, ({ orders }, options) =>
          orders.captureOrder({ id, paypalRequestId, prefer }, options),
        )
        return toPayment(captured, origin)
      } catch (error) {
        const issue = issueOf(error)
        if (issue === null) throw error
        if (issue === 'ORDER_COMPLETION_IN_PROGRESS') {
          throw new OutcomeUnknownError(`PayPal (capture order): ${issue}`)
        }
        const payment = await retrieve(id)
        return payment && afterRefusal(payment, issue)
      }
    },
    /** Without its id nothing is found: there is no list of orders. */
    lookUp: async ({ providerPaymentId }) =>
      providerPaymentId === null ? null : retrieve(providerPaymentId),
    /** An order can't be withdrawn. It does not have to be: nobody but we can take it, and it ends by itself. */
    async cancel(providerPaymentId) {
      const payment = await retrieve(providerPaymentId)
      if (payment?.status !== 'requires_action' && payment?.status !== 'approved') return payment
      return { ...payment, status: 'failed', failureCode: 'canceled', nextStep: null }
    },
  }
}

/** An order that was not taken: the consumer approves it again, or it has failed. */
function afterRefusal(payment: Payment, issue: string): Payment {
  if (payment.status !== 'approved' && payment.status !== 'requires_action') return payment
  const refused = { ...payment, providerCode: issue }
  if (issue in askAgain && payment.nextStep) {
    return { ...refused, status: 'requires_action', failureCode: askAgain[issue] ?? null }
  }
  return { ...refused, status: 'failed', failureCode: codeOf(issue), nextStep: null }
}

/** The soft descriptor follows PayPal's own prefix; it takes letters, digits and a few signs. */
const softDescriptorOf = (suffix: string) => suffix.replace(/[^A-Za-z0-9 .*-]/g, '').trim()

const descriptionMaxLength = 127

function bodyOf(sdk: PayPalSession['sdk'], order: PaymentOrder): OrderRequest {
  const softDescriptor = softDescriptorOf(order.descriptorSuffix)
  return {
    intent: sdk.CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        amount: moneyOf(order.amountCents),
        description: order.description.slice(0, descriptionMaxLength),
        customId: order.reference,
        invoiceId: order.reference,
        ...(softDescriptor ? { softDescriptor } : {}),
      },
    ],
    ...sourceOf(sdk, order),
  }
}

type Source = Pick<OrderRequest, 'paymentSource' | 'applicationContext'>

/** A kept wallet is charged at once, without anybody asked; else the consumer is led to the approval and back. */
function sourceOf(sdk: PayPalSession['sdk'], order: PaymentOrder): Source {
  const { methodId, isSaved, returnUrl, cancelUrl } = order
  const brandName = order.companyName.slice(0, descriptionMaxLength)
  if (methodId !== null) {
    const storedCredential = {
      paymentInitiator: sdk.PaymentInitiator.Merchant,
      usage: sdk.StoredPaymentSourceUsageType.Subsequent,
      usagePattern: sdk.UsagePattern.ThresholdPrepaid,
    }
    return { paymentSource: { paypal: { vaultId: methodId, storedCredential } } }
  }
  if (order.paymentMethod === waysToPay.venmo.paymentMethod) {
    // Venmo's own context has no addresses; these are where PayPal's description has them for it.
    return {
      paymentSource: {
        venmo: {
          experienceContext: {
            brandName,
            shippingPreference: sdk.VenmoWalletExperienceContextShippingPreference.NoShipping,
          },
        },
      },
      applicationContext: { returnUrl, cancelUrl },
    }
  }
  const experienceContext = {
    brandName,
    returnUrl,
    cancelUrl,
    shippingPreference: sdk.PaypalWalletContextShippingPreference.NoShipping,
    userAction: sdk.PaypalExperienceUserAction.PayNow,
  }
  return {
    paymentSource: {
      paypal: { experienceContext, ...(isSaved ? { attributes: { vault: vaultOf(sdk) } } : {}) },
    },
  }
}

/** How a wallet is kept: to be charged by us, and for this consumer alone, also where its owner is one of another tenant too. */
function vaultOf(sdk: PayPalSession['sdk']) {
  return {
    storeInVault: sdk.StoreInVaultInstruction.OnSuccess,
    usageType: sdk.PaypalPaymentTokenUsageType.Merchant,
    usagePattern: sdk.UsagePattern.ThresholdPrepaid,
    permitMultiplePaymentTokens: true,
  }
}
