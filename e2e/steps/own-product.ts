import pg from 'pg'
import { test as base } from 'playwright/test'
import { databaseUrlOf, type RunningProduct, startProduct } from '../product.ts'

/**
 * Tests that change what all tests share (what packages cost, how the provider behaves) have a product of their own, one
 * for each worker.
 */
export const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const product = await startProduct({
        env: { RATE_LIMIT_CODES_ADDRESS: '1000', RATE_LIMIT_LOGIN_ADDRESS: '1000' },
      })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

/** Changes rows of a product's own database, as an admin's screen would. */
export async function changeRows(
  { dataDir }: RunningProduct,
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  const client = new pg.Client(await databaseUrlOf(dataDir))
  await client.connect()
  try {
    await client.query(statement, [...values])
  } finally {
    await client.end()
  }
}

interface Fault {
  kind: string
  method: 'GET' | 'POST'
  /** A part of the path. */
  path: string
  times: number
}

/** Has the card provider fail so from now on; answers how to end that. */
export async function failProvider({ url }: RunningProduct, fault: Fault): Promise<() => Promise<void>> {
  const faults = `${url}/sandbox/control/faults`
  const answer = await fetch(faults, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'stripe', ...fault }),
  })
  if (!answer.ok) throw new Error(`The sandbox refused the fault: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { id: number } }
  return async () => {
    await fetch(`${faults}/${data.id}`, { method: 'DELETE' })
  }
}

/** Has somebody refund a cent of a payment at the card provider itself, which tells us of it. */
export async function refundAtProvider({ url }: RunningProduct): Promise<void> {
  const control = `${url}/sandbox/control`
  const state = await fetch(`${control}/state`)
  const { data } = (await state.json()) as { data: { stripe: { paymentIntents: PaymentIntent[] } } }
  const paid = data.stripe.paymentIntents.find(({ status }) => status === 'succeeded')
  const answer = await fetch(`${control}/refunds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ paymentIntent: paid?.id, amountCents: 1 }),
  })
  if (!answer.ok) throw new Error(`The sandbox refused the refund: ${await answer.text()}`)
}

interface PaymentIntent {
  id: string
  status: string
}
