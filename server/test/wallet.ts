import { createPayPal, type PayPalOptions } from '../src/adapters/paypal/paypal.ts'
import type { PaymentProvider } from '../src/features/payments/ports.ts'
import { sandboxAccount } from '../src/sandbox-account.ts'
import { type Buyer, makeBuyer } from './buyer.ts'
import type { TestResponse } from './client.ts'
import type { TestApp } from './harness.ts'

export interface WalletBuyer extends Buyer {
  /** Begins to buy with a wallet. */
  order(body?: Record<string, unknown>, idempotencyKey?: string): Promise<TestResponse>
  /** Comes back from the approval. */
  checkout(orderId: string, body?: Record<string, unknown>): Promise<TestResponse>
  buyWithDefaultWallet(body?: Record<string, unknown>, idempotencyKey?: string): Promise<TestResponse>
  /** Goes through setup token, approval and confirmation. */
  saveWallet(): Promise<TestResponse>
  base: string
}

/** A signed-in consumer in front of a package, with a wallet at the provider. */
export async function makeWalletBuyer(
  app: TestApp,
  wish: Parameters<typeof makeBuyer>[1] = {},
): Promise<WalletBuyer> {
  const buyer = await makeBuyer(app, wish)
  const { client, packageId, tenant } = buyer
  const base = `/v1/customers/${tenant.url}`
  const headers = (key: string | undefined) => (key ? { headers: { 'idempotency-key': key } } : {})
  return {
    ...buyer,
    base,
    order: (body = {}, key) =>
      client.post(`${base}/package/paypal/order`, { packageId, ...body }, headers(key)),
    checkout: (orderId, body = {}) =>
      client.post(`${base}/package/paypal/checkout`, { packageId, orderId, ...body }),
    buyWithDefaultWallet: (body = {}, key) =>
      client.post(`${base}/package/purchase/default-payment/paypal`, { packageId, ...body }, headers(key)),
    saveWallet: () => saveWallet(buyer),
  }
}

/** Makes a wallet the consumer's default payment. */
export async function saveWallet({
  client,
  tenant,
}: Pick<Buyer, 'client' | 'tenant'>): Promise<TestResponse> {
  const base = `/v1/customers/${tenant.url}/default-payment/paypal`
  const { body } = await client.get(base)
  const to = await decideAt(body.redrictUrl as string)
  return client.post(`${base}/confirm`, { approvalToken: to.searchParams.get('approval_token_id') })
}

/** Decides on the provider's approval page as its owner would; answers where it leads. */
export async function decideAt(approveUrl: string, form: Record<string, string> = {}): Promise<URL> {
  const page = new URL(approveUrl)
  const response = await fetch(page.origin + page.pathname, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve', ...Object.fromEntries(page.searchParams), ...form }),
    redirect: 'manual',
  })
  const to = response.headers.get('location')
  if (!to) throw new Error(`The approval was not taken: ${response.status}`)
  return new URL(to)
}

interface ProviderCapture {
  id: string
  orderId: string
  status: string
  amountCents: number
}
interface ProviderOrder {
  id: string
  status: string
  customId: string
  invoiceId: string
  amountCents: number
  wallet: string
  brandName: string
  returnUrl: string
  cancelUrl: string
}
interface ProviderWallets {
  orders: ProviderOrder[]
  captures: ProviderCapture[]
  paymentTokens: { id: string; gone: string | null; wallet: string }[]
}

/** What the wallet provider knows. */
export async function walletsOf(app: TestApp): Promise<ProviderWallets> {
  const response = await fetch(`${app.sandbox.url}/sandbox/control/state`)
  const { data } = (await response.json()) as { data: { paypal: ProviderWallets } }
  return data.paypal
}

/** The provider's orders of a consumer's purchases. */
export async function ordersOf(app: TestApp, buyer: Buyer): Promise<ProviderOrder[]> {
  const references = await app.query<{ reference: string }>(
    `select reference from purchases where consumer_id = ${buyer.consumer.id}`,
  )
  const { orders } = await walletsOf(app)
  return orders.filter(({ customId }) => references.some(({ reference }) => reference === customId))
}

/** What it took of a consumer, in cents. */
export async function takenOf(app: TestApp, buyer: Buyer): Promise<number[]> {
  const orders = await ordersOf(app, buyer)
  const { captures } = await walletsOf(app)
  return captures
    .filter(({ orderId, status }) => status === 'COMPLETED' && orders.some(({ id }) => id === orderId))
    .map(({ amountCents }) => amountCents)
}

/** An adapter of its own for wallets, set up otherwise. */
export function walletProviderOf(app: TestApp, options: Partial<PayPalOptions>): PaymentProvider {
  return createPayPal({
    clientId: sandboxAccount.paypalClientId,
    clientSecret: sandboxAccount.paypalClientSecret,
    webhookId: sandboxAccount.paypalWebhookId,
    environment: 'test',
    baseUrl: app.sandbox.url,
    ...options,
  })
}

/** The same deps with that adapter. */
export function withWalletProvider(app: TestApp, options: Partial<PayPalOptions>): TestApp['deps'] {
  const provider = walletProviderOf(app, options)
  return { ...app.deps, providers: { ...app.deps.providers, [provider.name]: provider } }
}
