import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

async function purchasesOf(consumerId: number) {
  return app.query<{ id: number; state: string; failureCode: string | null; amountCents: number }>(
    `select id, state, failure_code, amount_cents from purchases where consumer_id = ${consumerId} order by id`,
  )
}

describe('a consumer whose cards are refused twenty times in an hour', () => {
  const decline = { paymentId: 'pm_card_chargeDeclined' }
  const refuse = (id: number, count: number) =>
    app.query(
      `insert into rate_counters (key, window_ends_at, count) values ('card-declines:${id}', now() + interval '1 hour', ${count})`,
    )

  test('has no further one tried, for a purchase or to be saved, while another consumer has', async () => {
    const buyer = await makeBuyer(app)
    const save = () =>
      buyer.client.post(`/v1/customers/${buyer.tenant.url}/default-payment/stripe`, {
        paymentId: 'pm_card_chargeDeclined',
      })
    await refuse(buyer.consumer.id, 18)
    expect((await buyer.buy(decline, 'the-19th')).status).toBe(402)
    expect((await save()).status).toBe(402)
    for (const answer of [await buyer.buy(), await save()]) {
      expect(answer.status).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
    }
    expect((await buyer.buy(decline, 'the-19th')).status).toBe(402)
    expect(await purchasesOf(buyer.consumer.id)).toHaveLength(1)
    expect((await (await makeBuyer(app)).buy()).status).toBe(201)
  })
})

describe('a card that is accepted', () => {
  test('is charged once and the tokens are there', async () => {
    const buyer = await makeBuyer(app)
    const answer = await buyer.buy()
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      purchaseId: expect.any(Number),
      tokenBalance: 28,
      message: 'Payment is successful',
    })
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('leaves a receipt in the outbox and a sentence in the token history', async () => {
    const buyer = await makeBuyer(app, { priceCents: 123_450, numberOfTokens: 1_000 })
    await buyer.buy({ paymentId: 'pm_card_mastercard' })
    const [letter] = await app.query<{ recipient: string; subject: string; text: string }>(
      `select recipient, subject, text from outbox_messages where recipient = '${buyer.consumer.email}'`,
    )
    expect(letter?.subject).toBe(`Your receipt from Company ${buyer.tenant.url}`)
    expect(letter?.text).toContain('$1,234.50')
    expect(letter?.text).toContain('paid with Mastercard ending in 4444')
    const [entry] = await app.query<{ description: string; actor: string; reference: string }>(
      `select description, actor, reference from ledger_entries where consumer_id = ${buyer.consumer.id}`,
    )
    const [purchase] = await purchasesOf(buyer.consumer.id)
    expect(entry).toEqual({
      description: expect.stringMatching(/^Purchased Package /),
      actor: `consumer:${buyer.consumer.id}`,
      reference: `purchase:${purchase?.id}`,
    })
  })

  test('shows the tenant, consumer and purchase at the provider, and a clean descriptor', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy()
    const [row] = await app.query<{ providerPaymentId: string; reference: string }>(
      `select provider_payment_id, reference from purchases where id = ${body.purchaseId}`,
    )
    const response = await fetch(`${app.sandbox.url}/v1/payment_intents/${row?.providerPaymentId}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    })
    expect(await response.json()).toMatchObject({
      amount: 2_520,
      statement_descriptor_suffix: `COMPANY T-${buyer.tenant.url.slice(2).toUpperCase()}`.slice(0, 13),
      metadata: {
        reference: row?.reference,
        tenantId: String(buyer.tenant.id),
        consumerId: String(buyer.consumer.id),
        purchaseId: String(body.purchaseId),
      },
    })
  })
})

describe('a card that is refused', () => {
  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'declined'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'card_declined', 'expired'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'card_declined', 'security code'],
    ['pm_card_chargeDeclinedProcessingError', 'card_declined', 'try again'],
    ['pm_card_neverHeardOf', 'payment_failed', 'enter it again'],
  ])('%s answers %s with a sentence', async (paymentId, code, sentence) => {
    const buyer = await makeBuyer(app)
    const answer = await buyer.buy({ paymentId })
    expect(answer.status).toBe(402)
    expect(answer.body).toMatchObject({ code, message: expect.stringContaining(sentence) })
    expect(await purchasesOf(buyer.consumer.id)).toMatchObject([{ state: 'failed' }])
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })

  test('of another consumer is not charged', async () => {
    const owner = await makeBuyer(app)
    await owner.buy({ saveCardAsDefault: true })
    const [saved] = await app.query<{ providerMethodId: string }>(
      `select provider_method_id from default_payments where consumer_id = ${owner.consumer.id}`,
    )
    const thief = await makeBuyer(app)
    const answer = await thief.buy({ paymentId: saved?.providerMethodId })
    expect(answer.status).toBe(402)
    expect(answer.body.code).toBe('payment_failed')
    expect(await capturesOf(app, owner.consumer)).toEqual([2_520])
  })

  test('for an amount too small for cards answers so', async () => {
    const buyer = await makeBuyer(app, { priceCents: 10 })
    const answer = await buyer.buy()
    expect(answer.status).toBe(402)
    expect(answer.body.message).toContain('too small')
  })
})

describe('a challenge', () => {
  test('that is approved leads to the tokens when the call is repeated', async () => {
    const buyer = await makeBuyer(app)
    const paymentId = 'pm_card_authenticationRequired'
    const asked = await buyer.buy({ paymentId })
    expect(asked.status).toBe(201)
    expect(asked.body).toEqual({
      requiresAction: true,
      clientSecret: expect.stringMatching(/^pi_.+_secret_/),
      purchaseId: expect.any(Number),
    })
    const { purchaseId, clientSecret } = asked.body
    expect((await buyer.buy({ paymentId, purchaseId })).body).toEqual(asked.body)
    await answerChallenge(app, clientSecret, 'approve')
    const done = await buyer.buy({ paymentId, purchaseId })
    expect(done.body).toEqual({ purchaseId, tokenBalance: 28, message: 'Payment is successful' })
    expect((await buyer.buy({ paymentId, purchaseId })).body).toEqual(done.body)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('that fails ends as a decline with nothing charged', async () => {
    const buyer = await makeBuyer(app)
    const paymentId = 'pm_card_authenticationRequired'
    const { body } = await buyer.buy({ paymentId })
    await answerChallenge(app, body.clientSecret, 'fail')
    const done = await buyer.buy({ paymentId, purchaseId: body.purchaseId })
    expect(done.status).toBe(402)
    expect(done.body.code).toBe('card_declined')
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })

  test('that is put away ends it with nothing charged, and the same card may be tried again at once', async () => {
    const buyer = await makeBuyer(app)
    const paymentId = 'pm_card_authenticationRequired'
    const { body } = await buyer.buy({ paymentId })
    await answerChallenge(app, body.clientSecret, 'cancel')
    expect(await buyer.buy({ paymentId, purchaseId: body.purchaseId })).toMatchObject({
      status: 402,
      body: {
        message: expect.stringMatching(/^The payment was not confirmed with your bank, so nothing was/),
      },
    })
    const again = await buyer.buy({ paymentId })
    expect(again.body).toMatchObject({ requiresAction: true })
    await answerChallenge(app, again.body.clientSecret, 'approve')
    expect((await buyer.buy({ paymentId, purchaseId: again.body.purchaseId })).status).toBe(201)
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('of another consumer is unknown, of another package refused', async () => {
    const buyer = await makeBuyer(app)
    const neighbour = await makeBuyer(app, { tenant: buyer.tenant })
    const paymentId = 'pm_card_authenticationRequired'
    const { purchaseId } = (await buyer.buy({ paymentId })).body
    const foreign = await neighbour.buy({ paymentId, purchaseId, packageId: buyer.packageId })
    const unknown = await neighbour.buy({ paymentId, purchaseId: 2_000_000_000 })
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.body.code).toBe(unknown.body.code)
    const other = await app.make.tokenPackage(buyer.tenant, { priceCents: 100, numberOfTokens: 1_000 })
    expect((await buyer.buy({ paymentId, purchaseId, packageId: other })).status).toBe(409)
  })
})

describe('an idempotency key', () => {
  test('answers the same again, the balance of that moment included', async () => {
    const buyer = await makeBuyer(app)
    const first = await buyer.buy({}, 'key-1')
    await buyer.buy({}, 'key-2')
    const again = await buyer.buy({}, 'key-1')
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(await capturesOf(app, buyer.consumer)).toHaveLength(2)
  })

  test('answers a decline again without asking the bank again', async () => {
    const buyer = await makeBuyer(app)
    const first = await buyer.buy({ paymentId: 'pm_card_chargeDeclined' }, 'key')
    const again = await buyer.buy({ paymentId: 'pm_card_chargeDeclined' }, 'key')
    expect(again.body).toEqual({ ...first.body, requestId: expect.any(String) })
    expect(await purchasesOf(buyer.consumer.id)).toHaveLength(1)
  })

  test('answers a challenge again', async () => {
    const buyer = await makeBuyer(app)
    const body = { paymentId: 'pm_card_authenticationRequired' }
    const first = await buyer.buy(body, 'key')
    expect((await buyer.buy(body, 'key')).body).toEqual(first.body)
    expect(await purchasesOf(buyer.consumer.id)).toHaveLength(1)
  })

  test.each([[{ paymentId: 'pm_card_mastercard' }], [{ saveCardAsDefault: true }]])(
    'with another body %o is a conflict',
    async (change) => {
      const buyer = await makeBuyer(app)
      await buyer.buy({}, 'key')
      const other = await buyer.buy(change, 'key')
      expect(other.status).toBe(409)
      expect(other.body.code).toBe('idempotency_mismatch')
      expect((await buyer.buyWithDefault({}, 'key')).body.code).toBe('idempotency_mismatch')
      expect(await capturesOf(app, buyer.consumer)).toHaveLength(1)
    },
  )

  test('ten times at once charges once and credits once', async () => {
    const buyer = await makeBuyer(app)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => buyer.buy({}, `parallel-${round}`)))
      for (const { status, body } of answers) {
        expect([201, 409]).toContain(status)
        if (status === 409) expect(body.code).toBe('payment_pending')
      }
      const bought = answers.filter(({ status }) => status === 201)
      expect(bought.length).toBeGreaterThan(0)
      expect(new Set(bought.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    }
    expect(await capturesOf(app, buyer.consumer)).toHaveLength(5)
    expect(await creditsOf(app, buyer.consumer)).toHaveLength(5)
  })

  test('of one consumer is not that of another', async () => {
    const [one, other] = [await makeBuyer(app), await makeBuyer(app)]
    expect((await one.buy({}, 'shared')).status).toBe(201)
    expect((await other.buy({ paymentId: 'pm_card_amex' }, 'shared')).status).toBe(201)
  })
})

describe('a package', () => {
  test('of another tenant answers exactly as one that does not exist', async () => {
    const buyer = await makeBuyer(app)
    const foreign = await app.make.tokenPackage(await app.make.tenant())
    const [one, other] = [await buyer.buy({ packageId: foreign }), await buyer.buy({ packageId: 1_999_999 })]
    expect([one.status, other.status]).toEqual([404, 404])
    expect({ ...one.body, requestId: '' }).toEqual({ ...other.body, requestId: '' })
    expect(await purchasesOf(buyer.consumer.id)).toEqual([])
  })

  test('that is deleted is no longer sold, but a repeated request is still answered', async () => {
    const buyer = await makeBuyer(app)
    const first = await buyer.buy({}, 'before')
    await app.query(`update packages set deleted_at = now() where id = ${buyer.packageId}`)
    expect((await buyer.buy({}, 'after')).body.code).toBe('package_not_on_sale')
    expect((await buyer.buy({}, 'before')).body).toEqual(first.body)
  })

  test('whose price rises during a challenge is sold at the price agreed to', async () => {
    const buyer = await makeBuyer(app)
    const paymentId = 'pm_card_authenticationRequired'
    const { body } = await buyer.buy({ paymentId })
    await app.query(
      `update packages set price_cents = 9999, number_of_tokens = 1 where id = ${buyer.packageId}`,
    )
    await answerChallenge(app, body.clientSecret, 'approve')
    await buyer.buy({ paymentId, purchaseId: body.purchaseId })
    expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })
})
