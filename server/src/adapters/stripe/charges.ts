import type Stripe from 'stripe'
import type {
  CardCharge,
  CardDetails,
  CardOrder,
  CardProvider,
  ChargeResult,
} from '../../features/payments/ports.ts'
import { callStripe, cardErrorOf, isMissing, type OpenStripe, refusalOf } from './call.ts'
import type { Patience } from './patience.ts'

const expand = ['latest_charge', 'payment_method']
const pageSize = 100

/** Charges through payment intents. */
export function stripeCharges(
  open: OpenStripe,
  patience: Patience,
): Pick<CardProvider, 'charge' | 'getCharge' | 'findCharge' | 'cancelCharge'> {
  async function getCharge(providerPaymentId: string): Promise<CardCharge | null> {
    try {
      return toCharge(
        await callStripe(open, 'get charge', (stripe) =>
          stripe.paymentIntents.retrieve(providerPaymentId, { expand }, patience.lookUp),
        ),
      )
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    charge: (order) => chargeOrder(open, patience, order),
    getCharge,
    findCharge: async (of) => {
      const intent = await callStripe(open, 'find charge', (stripe) => findIntent(stripe, patience, of))
      return intent && toCharge(intent)
    },
    async cancelCharge(providerPaymentId) {
      try {
        return toCharge(
          await callStripe(open, 'cancel charge', (stripe) =>
            stripe.paymentIntents.cancel(providerPaymentId, { expand }, patience.lookUp),
          ),
        )
      } catch (error) {
        if (refusalOf(error)) return getCharge(providerPaymentId)
        throw error
      }
    },
  }
}

/** Of several, the one that was paid. */
async function findIntent(
  stripe: Stripe,
  patience: Patience,
  { customerId, reference, since }: Parameters<CardProvider['findCharge']>[0],
): Promise<Stripe.PaymentIntent | null> {
  const listed = stripe.paymentIntents.list(
    {
      customer: customerId,
      created: { gte: Math.floor(since.getTime() / 1_000) },
      limit: pageSize,
      expand: expand.map((path) => `data.${path}`),
    },
    patience.lookUp,
  )
  try {
    return await pickIntent(listed, reference)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  // The customer was lost; its charges are found by what we noted in them, a minute or so after they were made.
  const query = `metadata['reference']:'${reference}'`
  const found = stripe.paymentIntents.search(
    { query, limit: pageSize, expand: expand.map((path) => `data.${path}`) },
    patience.lookUp,
  )
  return pickIntent(found, reference)
}

async function pickIntent(
  intents: AsyncIterable<Stripe.PaymentIntent>,
  reference: string,
): Promise<Stripe.PaymentIntent | null> {
  let picked: Stripe.PaymentIntent | null = null
  for await (const intent of intents) {
    if (intent.metadata.reference !== reference) continue
    if (!picked || intent.status === 'succeeded') picked = intent
  }
  return picked
}

/** Confirms at once; `payment_method_types` is refused since API version 2026-09-30.endive. */
async function chargeOrder(open: OpenStripe, patience: Patience, order: CardOrder): Promise<ChargeResult> {
  try {
    const intent = await callStripe(open, 'charge', (stripe) =>
      stripe.paymentIntents.create(
        {
          amount: order.amountCents,
          currency: 'usd',
          customer: order.customerId,
          payment_method: order.methodId,
          allowed_payment_method_types: ['card'],
          confirm: true,
          use_stripe_sdk: true,
          description: order.description,
          statement_descriptor_suffix: order.descriptorSuffix,
          ...(order.isSaved ? { setup_future_usage: 'off_session' as const } : {}),
          metadata: {
            reference: order.reference,
            tenantId: order.tenantId,
            consumerId: order.consumerId,
            purchaseId: order.purchaseId,
          },
          expand,
        },
        { idempotencyKey: order.idempotencyKey, ...patience.charge },
      ),
    )
    return { kind: 'charge', charge: toCharge(intent) }
  } catch (error) {
    const declined = cardErrorOf(error)
    const intent = declined?.payment_intent as Stripe.PaymentIntent | undefined
    if (declined && intent) return { kind: 'charge', charge: toCharge(intent) }
    if (declined) return { kind: 'refused', code: declined.decline_code ?? declined.code ?? 'refused' }
    const refusal = refusalOf(error)
    if (refusal) return refusal
    throw error
  }
}

function toCharge(intent: Stripe.PaymentIntent): CardCharge {
  const status = statusOf(intent)
  const problem = intent.last_payment_error
  return {
    providerPaymentId: intent.id,
    status,
    amountCents: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    reference: intent.metadata.reference ?? null,
    clientSecret: intent.client_secret,
    card: cardOf(intent),
    failureCode:
      status !== 'failed'
        ? null
        : intent.status === 'canceled'
          ? 'canceled'
          : (problem?.decline_code ?? problem?.code ?? null),
    isPayable: intent.status !== 'succeeded' && intent.status !== 'canceled',
  }
}

function statusOf(intent: Stripe.PaymentIntent): CardCharge['status'] {
  if (intent.status === 'succeeded') return 'succeeded'
  if (intent.status === 'requires_action') return 'requires_action'
  if (intent.status === 'canceled' || intent.status === 'requires_payment_method') return 'failed'
  return 'open'
}

/** The card as charged, its owner as entered. */
function cardOf(intent: Stripe.PaymentIntent): CardDetails | null {
  const method = intent.payment_method
  if (!method) return null
  if (typeof method !== 'string') return cardDetails(method)
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const card = charge?.payment_method_details?.card
  return {
    methodId: method,
    brand: card?.brand ?? null,
    lastFourDigit: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
    fullName: charge?.billing_details.name ?? null,
    email: charge?.billing_details.email ?? null,
  }
}

/** What we keep of a payment method. */
export function cardDetails(method: Stripe.PaymentMethod): CardDetails {
  return {
    methodId: method.id,
    brand: method.card?.brand ?? null,
    lastFourDigit: method.card?.last4 ?? null,
    expMonth: method.card?.exp_month ?? null,
    expYear: method.card?.exp_year ?? null,
    fullName: method.billing_details.name,
    email: method.billing_details.email,
  }
}
