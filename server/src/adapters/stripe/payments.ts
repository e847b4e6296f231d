import type Stripe from 'stripe'
import type {
  Card,
  Payment,
  PaymentOrder,
  PaymentProvider,
  PaymentResult,
  SentPayment,
} from '../../features/payments/ports.ts'
import { callStripe, cardErrorOf, isMissing, type OpenStripe, refusalOf } from './call.ts'
import type { Patience } from './patience.ts'

const expand = ['latest_charge', 'payment_method']
const pageSize = 100
/** The issuer's advice (docs.stripe.com/declines/card): never again, or not with these details. */
const retryRefusals: ReadonlySet<string> = new Set(['do_not_try_again', 'confirm_card_data'])

/** Payments through payment intents. */
export function stripePayments(
  open: OpenStripe,
  patience: Patience,
): Pick<PaymentProvider, 'begin' | 'advance' | 'lookUp' | 'cancel'> {
  async function retrieve(providerPaymentId: string): Promise<Payment | null> {
    try {
      return toPayment(
        await callStripe(open, 'get payment', (stripe) =>
          stripe.paymentIntents.retrieve(providerPaymentId, { expand }, patience.lookUp),
        ),
      )
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    begin: (order) => chargeOrder(open, patience, order),
    // The intent was confirmed with the order: once the bank has been answered it goes on by itself.
    advance: ({ providerPaymentId }) => retrieve(providerPaymentId),
    async lookUp(sent) {
      if (sent.providerPaymentId !== null) return retrieve(sent.providerPaymentId)
      const { customerId } = sent
      if (customerId === null) return null
      const intent = await callStripe(open, 'find payment', (stripe) =>
        findIntent(stripe, patience, { ...sent, customerId }),
      )
      return intent && toPayment(intent)
    },
    async cancel(providerPaymentId) {
      try {
        return toPayment(
          await callStripe(open, 'cancel payment', (stripe) =>
            stripe.paymentIntents.cancel(providerPaymentId, { expand }, patience.lookUp),
          ),
        )
      } catch (error) {
        if (refusalOf(error)) return retrieve(providerPaymentId)
        throw error
      }
    },
  }
}

/** Of several, the one that was paid. */
async function findIntent(
  stripe: Stripe,
  patience: Patience,
  { customerId, reference, since }: SentPayment & { customerId: string },
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
  // The customer was lost; its payments are found by what we noted in them, a minute or so after they were made.
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
async function chargeOrder(
  open: OpenStripe,
  patience: Patience,
  order: PaymentOrder,
): Promise<PaymentResult> {
  const { customerId, methodId } = order
  if (customerId === null || methodId === null) throw new Error('A card is charged to a customer')
  try {
    const charge = (stripe: Stripe) =>
      stripe.paymentIntents.create(
        {
          amount: order.amountCents,
          currency: 'usd',
          customer: customerId,
          payment_method: methodId,
          allowed_payment_method_types: ['card'],
          confirm: true,
          // Nobody is there to answer a challenge: the bank's wish for one is a refusal (`authentication_required`).
          ...(order.isOffSession ? { off_session: true } : { use_stripe_sdk: true }),
          description: order.description,
          // https://docs.stripe.com/get-started/account/statement-descriptors
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
        {
          idempotencyKey: order.idempotencyKey,
          ...patience.charge,
          ...(order.isOffSession ? { maxNetworkRetries: 0 } : {}),
        },
      )
    const intent = await callStripe(open, 'begin payment', charge, { isRepeated: !order.isOffSession })
    return { kind: 'payment', payment: toPayment(intent) }
  } catch (error) {
    const declined = cardErrorOf(error)
    const intent = declined?.payment_intent as Stripe.PaymentIntent | undefined
    if (declined && intent) return { kind: 'payment', payment: toPayment(intent) }
    if (declined) return { kind: 'refused', code: declined.decline_code ?? declined.code ?? 'refused' }
    const refusal = refusalOf(error)
    if (refusal) return refusal
    throw error
  }
}

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const status = statusOf(intent)
  const problem = intent.last_payment_error
  return {
    providerPaymentId: intent.id,
    captureId: status === 'succeeded' ? idOf(intent.latest_charge) : null,
    status,
    amountCents: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    reference: intent.metadata.reference ?? null,
    madeAt: new Date(intent.created * 1_000),
    nextStep:
      status === 'requires_action' && intent.client_secret
        ? { kind: 'challenge', clientSecret: intent.client_secret }
        : null,
    instrument: cardOf(intent),
    failureCode:
      status !== 'failed'
        ? null
        : intent.status === 'canceled'
          ? 'canceled'
          : (problem?.decline_code ?? problem?.code ?? null),
    isRetryRefused: status === 'failed' && retryRefusals.has(problem?.advice_code ?? ''),
    isPayable: intent.status !== 'succeeded' && intent.status !== 'canceled',
  }
}

/** Of what is there expanded, or as its id. */
export function idOf(referred: string | { id: string } | null): string | null {
  return typeof referred === 'string' ? referred : (referred?.id ?? null)
}

function statusOf(intent: Stripe.PaymentIntent): Payment['status'] {
  if (intent.status === 'succeeded') return 'succeeded'
  if (intent.status === 'requires_action') return 'requires_action'
  if (intent.status === 'canceled' || intent.status === 'requires_payment_method') return 'failed'
  return 'open'
}

/** The card as charged, its owner as entered. */
function cardOf(intent: Stripe.PaymentIntent): Card | null {
  const method = intent.payment_method
  if (!method) return null
  if (typeof method !== 'string') return toCard(method)
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const card = charge?.payment_method_details?.card
  return {
    kind: 'card',
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
export function toCard(method: Stripe.PaymentMethod): Card {
  return {
    kind: 'card',
    methodId: method.id,
    brand: method.card?.brand ?? null,
    lastFourDigit: method.card?.last4 ?? null,
    expMonth: method.card?.exp_month ?? null,
    expYear: method.card?.exp_year ?? null,
    fullName: method.billing_details.name,
    email: method.billing_details.email,
  }
}
