import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { decideAt, makeWalletBuyer, type WalletBuyer } from '../../../test/wallet.ts'
import { codeOf } from './issues.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'paypal', lose: -1 })
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const refuse = (code: string, path: string) =>
  app.sandbox.control('faults', { provider: 'paypal', kind: 'decline', code, path })

/** What the product holds of a consumer's last purchase, and how many tokens it brought. */
async function fateOf({ consumer }: WalletBuyer) {
  const [fate] = await app.query<{ state: string; failureCode: string | null; tokens: number }>(
    `select p.state, p.failure_code,
       (select coalesce(sum(credit), 0)::int from ledger_entries where consumer_id = p.consumer_id and kind = 'purchase') as tokens
     from purchases p where p.consumer_id = ${consumer.id} order by p.id desc limit 1`,
  )
  return fate
}

const sayings = [
  ['PAYER_CANNOT_PAY', 'wallet_blocked', 'Your wallet account cannot be used for this payment.'],
  ['PAYER_ACCOUNT_RESTRICTED', 'wallet_blocked', 'Your wallet account cannot be used for this payment.'],
  ['COMPLIANCE_VIOLATION', 'wallet_blocked', 'Your wallet account cannot be used for this payment.'],
  ['DOMESTIC_TRANSACTION_REQUIRED', 'wallet_blocked', 'Your wallet account cannot be used for this payment.'],
  ['TRANSACTION_BLOCKED_BY_PAYEE', 'wallet_blocked', 'Your wallet account cannot be used for this payment.'],
  ['TRANSACTION_LIMIT_EXCEEDED', 'wallet_limit', 'This payment is above what your wallet may pay.'],
  [
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    'wallet_attempts',
    'Your wallet allows no more attempts at this payment.',
  ],
  ['REFERENCED_CARD_EXPIRED', 'wallet_source_expired', 'The card in your wallet has expired.'],
  ['TRANSACTION_REFUSED', 'wallet_declined', 'Your wallet declined the payment.'],
  ['DECLINED_DUE_TO_RELATED_TXN', 'wallet_declined', 'Your wallet declined the payment.'],
  [
    'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
    'wallet_unavailable',
    'We cannot be paid by this wallet at the moment.',
  ],
  ['PAYEE_ACCOUNT_RESTRICTED', 'wallet_unavailable', 'We cannot be paid by this wallet at the moment.'],
] as const

/** Issues that PayPal's description has for one of the two calls alone. */
const ofCaptures: readonly string[] = ['REFERENCED_CARD_EXPIRED', 'DECLINED_DUE_TO_RELATED_TXN']
const ofOrders: readonly string[] = ['PAYEE_ACCOUNT_RESTRICTED']

const refusedWith = (sentence: string) => ({
  status: 402,
  body: { code: 'payment_failed', message: expect.stringMatching(`^${sentence} Nothing was charged.`) },
})

test.each(sayings.filter(([issue]) => !ofOrders.includes(issue)))(
  '%s of what was approved ends the purchase (%s) with a sentence for a person',
  async (issue, failureCode, sentence) => {
    const buyer = await makeWalletBuyer(app)
    const { body: order } = await buyer.order()
    await decideAt(order.approveUrl)
    await refuse(issue, '/capture')
    expect(await buyer.checkout(order.id)).toMatchObject(refusedWith(sentence))
    expect(await fateOf(buyer)).toEqual({ state: 'failed', failureCode, tokens: 0 })
  },
)

test.each(sayings.filter(([issue]) => !ofCaptures.includes(issue)))(
  '%s of a new order ends it (%s) with the same sentence',
  async (issue, failureCode, sentence) => {
    const buyer = await makeWalletBuyer(app)
    await buyer.saveWallet()
    await refuse(issue, '/v2/checkout/orders')
    expect(await buyer.buyWithDefaultWallet()).toMatchObject(refusedWith(sentence))
    expect(await fateOf(buyer)).toEqual({ state: 'failed', failureCode, tokens: 0 })
  },
)

test.each([
  ['PAYER_ACTION_REQUIRED', 'wallet_confirmation'],
  ['AN_ISSUE_OF_NEXT_YEAR', 'wallet_unavailable'],
])('%s is %s, though no description has it for a new order', (issue, failureCode) => {
  expect(codeOf(issue)).toBe(failureCode)
})

test.each(['INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'])(
  '%s leads back to the wallet for another source, which pays once',
  async (issue) => {
    const buyer = await makeWalletBuyer(app)
    const { body: order } = await buyer.order()
    await decideAt(order.approveUrl)
    await refuse(issue, '/capture')
    const { body } = await buyer.checkout(order.id)
    expect(body).toMatchObject({ code: 'approval_missing', message: expect.stringContaining('was declined') })
    await decideAt(body.approveUrl)
    expect((await buyer.checkout(order.id)).status).toBe(201)
    expect(await fateOf(buyer)).toMatchObject({ state: 'settled', tokens: 28 })
  },
)

describe('an account that may not keep wallets', () => {
  beforeAll(() => app.sandbox.control('config', { paypalKeepsWallets: false }))
  afterAll(() => app.sandbox.control('config', { paypalKeepsWallets: true }))
  const said = {
    status: 402,
    body: {
      code: 'payment_failed',
      message: expect.stringMatching(/^We cannot save wallets at the moment\./),
    },
  }

  test('says so to who pays and saves, and is paid by who does not save', async () => {
    const buyer = await makeWalletBuyer(app)
    expect(await buyer.order({ saveCardAsDefault: true })).toMatchObject(said)
    expect(await fateOf(buyer)).toMatchObject({ state: 'failed', failureCode: 'wallet_not_kept' })
    const { body: order } = await buyer.order()
    await decideAt(order.approveUrl)
    expect((await buyer.checkout(order.id)).status).toBe(201)
    expect(await fateOf(buyer)).toMatchObject({ state: 'settled', tokens: 28 })
  })

  test('says so to who adds a default wallet', async () => {
    const { client, base } = await makeWalletBuyer(app)
    expect(await client.get(`${base}/default-payment/paypal`)).toMatchObject(said)
  })
})
