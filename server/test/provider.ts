import { waysToPay } from '@almanac/contract/payments'
import type { PaymentDeps } from '../src/features/payments/index.ts'
import type { PaymentProvider } from '../src/features/payments/ports.ts'
import { requireProvider } from '../src/features/payments/providers.ts'
import type { MadeUser } from './factories.ts'
import type { TestApp } from './harness.ts'

export interface ProviderIntent {
  id: string
  status: string
  amount: number
  client_secret: string
  customer: string
  metadata: { reference?: string; consumerId?: string }
}

/** Calls the sandbox's Stripe with the product's own key; answers status and body, whatever they are. */
export async function callStripeSandbox(
  app: TestApp,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  parameters: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${app.sandbox.url}${path}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { body: new URLSearchParams(parameters) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** A consumer's payment intents as the provider has them, oldest first. */
export async function intentsOf(app: TestApp, consumer: MadeUser): Promise<ProviderIntent[]> {
  const response = await fetch(`${app.sandbox.url}/sandbox/control/state`)
  const { data } = (await response.json()) as { data: { stripe: { paymentIntents: ProviderIntent[] } } }
  return data.stripe.paymentIntents.filter(({ metadata }) => metadata.consumerId === String(consumer.id))
}

/** The provider's present record of a consumer. */
export async function customerOf(app: TestApp, consumer: MadeUser): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `select provider_customer_id as id from provider_customers
     where consumer_id = ${consumer.id} and gone_at is null`,
  )
  if (!row) throw new Error('The consumer has no record at the provider')
  return row.id
}

/** Last four digits of the cards that the provider keeps for a customer of it, sorted. */
export async function keptCards(app: TestApp, customer: string): Promise<string[]> {
  const { body } = await callStripeSandbox(app, 'GET', `/v1/customers/${customer}/payment_methods`)
  return (body.data as { card: { last4: string } }[]).map(({ card }) => card.last4).sort()
}

/** The provider of card payments. */
export function cardProviderOf(deps: Pick<PaymentDeps, 'providers'>): PaymentProvider {
  return requireProvider(deps, waysToPay.card.provider)
}

/** The same with some calls or facts of the card provider replaced. */
export function withCardProvider<Deps extends PaymentDeps>(
  deps: Deps,
  replaced: Partial<PaymentProvider>,
): Deps {
  const provider = { ...cardProviderOf(deps), ...replaced }
  return { ...deps, providers: { ...deps.providers, [provider.name]: provider } }
}
