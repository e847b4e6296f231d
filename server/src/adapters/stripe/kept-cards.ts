import type Stripe from 'stripe'
import type { PaymentProvider, SetupResult } from '../../features/payments/ports.ts'
import { callStripe, cardErrorOf, isMissing, type OpenStripe, refusalOf } from './call.ts'
import type { Patience } from './patience.ts'
import { toCard } from './payments.ts'

const expand = ['payment_method']

/** Customers and the cards kept for them. */
export function stripeKeptCards(
  open: OpenStripe,
  patience: Patience,
): Pick<PaymentProvider, 'createCustomer' | 'setUp' | 'finishSetup' | 'detachMethod'> {
  return {
    async createCustomer({ key, tenantId, consumerId, fullName, email }) {
      try {
        const customer = await callStripe(open, 'create customer', (stripe) =>
          stripe.customers.create(
            { name: fullName, email, metadata: { tenantId, consumerId } },
            { idempotencyKey: key },
          ),
        )
        return { kind: 'customer', customerId: customer.id }
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal)
          return { ...refusal, code: refusal.code === 'refused' ? 'customer_refused' : refusal.code }
        throw error
      }
    },
    async setUp({ key, customerId, methodId }) {
      if (customerId === null || methodId === null) throw new Error('A card is kept for a customer')
      try {
        const setup = await callStripe(open, 'set up card', (stripe) =>
          stripe.setupIntents.create(
            {
              customer: customerId,
              payment_method: methodId,
              usage: 'off_session',
              allowed_payment_method_types: ['card'],
              confirm: true,
              use_stripe_sdk: true,
              expand,
            },
            { idempotencyKey: key, ...patience.charge },
          ),
        )
        return toResult(setup)
      } catch (error) {
        const declined = cardErrorOf(error)
        if (declined) return { kind: 'refused', code: declined.decline_code ?? declined.code ?? 'refused' }
        const refusal = refusalOf(error)
        if (refusal) return refusal
        throw error
      }
    },
    async finishSetup({ setupId, customerId }) {
      try {
        const setup = await callStripe(open, 'find setup', (stripe) =>
          stripe.setupIntents.retrieve(setupId, { expand }),
        )
        const owner = typeof setup.customer === 'string' ? setup.customer : setup.customer?.id
        return owner === customerId ? toResult(setup) : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async detachMethod(methodId) {
      try {
        await callStripe(open, 'detach card', (stripe) =>
          stripe.paymentMethods.detach(methodId, {}, patience.lookUp),
        )
      } catch (error) {
        // A refusal means that it is unknown or not attached: there is nothing left to forget.
        if (!refusalOf(error)) throw error
      }
    },
  }
}

function toResult(setup: Stripe.SetupIntent): SetupResult {
  const method = setup.payment_method
  if (setup.status === 'succeeded' && method && typeof method !== 'string') {
    return { kind: 'saved', instrument: toCard(method) }
  }
  if (setup.status === 'requires_action' && setup.client_secret) {
    const nextStep = { kind: 'challenge' as const, clientSecret: setup.client_secret }
    return { kind: 'requires_action', nextStep, setupId: setup.id }
  }
  const problem = setup.last_setup_error
  return { kind: 'refused', code: problem?.decline_code ?? problem?.code ?? 'refused' }
}
