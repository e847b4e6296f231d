import type { TestClient, TestResponse } from './client.ts'
import type { MadeTenant, MadeUser } from './factories.ts'
import type { TestApp } from './harness.ts'

export interface Buyer {
  tenant: MadeTenant
  consumer: MadeUser
  client: TestClient
  packageId: number
  /** Buys with a card, over HTTP. */
  buy(body?: Record<string, unknown>, idempotencyKey?: string): Promise<TestResponse>
  buyWithDefault(body?: Record<string, unknown>, idempotencyKey?: string): Promise<TestResponse>
}

interface Wish {
  tenant?: MadeTenant
  priceCents?: number
  numberOfTokens?: number
}

/** A signed-in consumer in front of a package. */
export async function makeBuyer(app: TestApp, wish: Wish = {}): Promise<Buyer> {
  const tenant = wish.tenant ?? (await app.make.tenant())
  const consumer = await app.make.consumer(tenant)
  const packageId = await app.make.tokenPackage(tenant, wish)
  const client = await app.signIn(consumer.username, tenant)
  const base = `/v1/customers/${tenant.url}`
  const headers = (key: string | undefined) => (key ? { headers: { 'idempotency-key': key } } : {})
  return {
    tenant,
    consumer,
    client,
    packageId,
    buy: (body = {}, key) =>
      client.post(
        `${base}/consumers/${consumer.id}/package/purchase/stripe`,
        { paymentId: 'pm_card_visa', packageId, ...body },
        headers(key),
      ),
    buyWithDefault: (body = {}, key) =>
      client.post(`${base}/package/purchase/default-payment/stripe`, { packageId, ...body }, headers(key)),
  }
}

/** The captures that the provider knows of a consumer, in cents. */
export async function capturesOf(app: TestApp, consumer: MadeUser): Promise<number[]> {
  const customers = await app.query<{ id: string }>(
    `select provider_customer_id as id from provider_customers where consumer_id = ${consumer.id}`,
  )
  const captures: number[] = []
  for (const { id } of customers) {
    const response = await fetch(`${app.sandbox.url}/v1/payment_intents?customer=${id}&limit=100`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    const { data } = (await response.json()) as { data: { status: string; amount_received: number }[] }
    const paid = data.filter(({ status }) => status === 'succeeded')
    captures.push(...paid.map((intent) => intent.amount_received))
  }
  return captures
}

/** What the ledger credited a consumer for purchases, in tokens. */
export async function creditsOf(app: TestApp, consumer: MadeUser): Promise<number[]> {
  const rows = await app.query<{ credit: number }>(
    `select credit from ledger_entries where kind = 'purchase' and consumer_id = ${consumer.id} order by id`,
  )
  return rows.map(({ credit }) => credit)
}

/** Answers the bank's challenge as the cardholder would on the provider's page. */
export async function answerChallenge(
  app: TestApp,
  clientSecret: string,
  decision: 'approve' | 'fail' | 'cancel',
): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/sandbox-frame/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: clientSecret, decision }),
  })
  if (!response.ok) throw new Error(`The challenge was not taken: ${response.status}`)
}

/** Makes a purchase look as if it was made earlier, and due to be looked up now unless it has ended for good. */
export async function agePurchase(app: TestApp, purchaseId: number, seconds: number): Promise<void> {
  await app.query(
    `update purchases set created_at = created_at - interval '${seconds} seconds',
       charge_sent_at = charge_sent_at - interval '${seconds} seconds',
       next_look_at = case when next_look_at is not null then now() end where id = ${purchaseId}`,
  )
}
