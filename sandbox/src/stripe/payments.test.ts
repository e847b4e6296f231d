import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenSandbox, openSandbox, refusal, until } from '../../test/sandbox.ts'

type CardError = InstanceType<typeof Stripe.errors.StripeCardError>
type ApiError = InstanceType<typeof Stripe.errors.StripeInvalidRequestError>
const card = { allowed_payment_method_types: ['card' as const] }

let sandbox: OpenSandbox
let stripe: Stripe
let customer: string

beforeAll(async () => {
  sandbox = await openSandbox()
  stripe = sandbox.stripe
  customer = (await stripe.customers.create({ email: 'stella@example.com', metadata: { consumer: '7' } })).id
})
afterAll(() => sandbox.close())

const pay = (paymentMethod: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 1299,
    currency: 'usd',
    customer,
    payment_method: paymentMethod,
    confirm: true,
    expand: ['latest_charge.balance_transaction'],
    ...card,
    ...more,
  })

/** Saves a card for later, answering the bank when it asks. */
async function save(paymentMethod: string): Promise<string> {
  const intent = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    payment_method: paymentMethod,
    confirm: true,
    ...card,
  })
  if (intent.status === 'requires_action') await answer(intent.client_secret ?? '', 'approve')
  const done = await stripe.setupIntents.retrieve(intent.id)
  expect(done.status).toBe('succeeded')
  return String(done.payment_method)
}

async function answer(clientSecret: string, decision: string) {
  return fetch(`${sandbox.base}/sandbox-frame/challenge`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ client_secret: clientSecret, decision }),
  })
}

describe('a card payment', () => {
  it('has its statement line cut at 22 characters', async () => {
    const intent = await pay('pm_card_visa', { statement_descriptor_suffix: 'AURORA ASTROLOGY' })
    expect(intent.latest_charge).toMatchObject({ calculated_statement_descriptor: 'ALMANAC* AURORA ASTROL' })
  })

  it('is confirmed by the browser with its client secret, and without it by none', async () => {
    const browser = sandbox.stripeWith({}, 'pk_test_almanac')
    const { id, client_secret } = await stripe.paymentIntents.create({
      amount: 1299,
      currency: 'usd',
      ...card,
    })
    const confirm = (more: object) =>
      browser.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', ...more } as never)
    const secret = client_secret ?? ''
    expect(await refusal(confirm({}))).toMatchObject({ statusCode: 400, param: 'client_secret' })
    expect(await refusal(confirm({ client_secret: `${secret}x` }))).toMatchObject({ statusCode: 404 })
    const silently = confirm({ client_secret: secret, off_session: true })
    expect(await refusal(silently)).toMatchObject({ param: 'off_session' })
    const declined = confirm({ client_secret: secret, payment_method: 'pm_card_chargeDeclined' })
    expect(await refusal(declined)).toMatchObject({ statusCode: 402 })
    expect(await confirm({ client_secret: secret })).toMatchObject({ status: 'succeeded' })
    const setup = await stripe.setupIntents.create({ customer, ...card })
    const saved = browser.setupIntents.confirm(setup.id, {
      payment_method: 'pm_card_visa',
      client_secret: setup.client_secret,
    } as never)
    expect(await saved).toMatchObject({ status: 'succeeded' })
  })

  it('succeeds, with its charge and its fee', async () => {
    const intent = await pay('pm_card_visa', {
      metadata: { purchase: '42' },
      statement_descriptor_suffix: 'AURORA',
    })
    const charge = intent.latest_charge as Stripe.Charge
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1299, metadata: { purchase: '42' } })
    expect(charge).toMatchObject({ paid: true, calculated_statement_descriptor: 'ALMANAC* AURORA' })
    expect(charge.balance_transaction).toBeNull()
    const settled = await until(async () => (await stripe.charges.retrieve(charge.id)).balance_transaction)
    expect(await stripe.balanceTransactions.retrieve(String(settled))).toMatchObject({
      amount: 1299,
      fee: 68,
      net: 1231,
    })
    expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' })
    const found = await stripe.paymentIntents.search({
      query: "metadata['purchase']:'42' AND status:'succeeded'",
    })
    expect(found.data.map(({ id }) => id)).toEqual([intent.id])
  })

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ])('with %s is refused with 402 %s', async (method, code, declineCode) => {
    const error = await refusal<CardError>(pay(method))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode })
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
    })
    expect(intent.latest_charge).toMatchObject({ status: 'failed', paid: false })
  })

  it('asks the cardholder on session, and charges after Approve only', async () => {
    const approved = await pay('pm_card_authenticationRequired', { return_url: 'https://shop.test/back?x=1' })
    expect(approved.status).toBe('requires_action')
    expect(approved.next_action?.type).toBe('redirect_to_url')
    expect(approved.latest_charge).toBeNull()
    const back = await answer(approved.client_secret ?? '', 'approve')
    const location = new URL(back.headers.get('location') ?? '')
    expect(back.status).toBe(303)
    expect(location.searchParams.get('x')).toBe('1')
    expect(location.searchParams.get('redirect_status')).toBe('succeeded')
    expect((await stripe.paymentIntents.retrieve(approved.id)).status).toBe('succeeded')

    const failed = await pay('pm_card_authenticationRequired')
    expect(failed.next_action?.type).toBe('use_stripe_sdk')
    await answer(failed.client_secret ?? '', 'fail')
    const after = await stripe.paymentIntents.retrieve(failed.id)
    expect(after.status).toBe('requires_payment_method')
    expect(after.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  })

  it('off session is refused when the bank wants the cardholder', async () => {
    const always = await save('pm_card_authenticationRequired')
    const error = await refusal<CardError>(pay(always, { off_session: true }))
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
    expect(error.payment_intent?.status).toBe('requires_payment_method')
    const once = await save('pm_card_authenticationRequiredOnSetup')
    expect((await pay(once, { off_session: true })).status).toBe('succeeded')
  })

  it('uses a method without a customer once, and a detached one never', async () => {
    const typed = (await sandbox.typeCard('4242424242424242')).body.id
    expect((await pay(typed, { customer: undefined })).status).toBe('succeeded')
    expect(await refusal<ApiError>(pay(typed, { customer: undefined }))).toMatchObject({ statusCode: 400 })
    const saved = await save('pm_card_mastercard')
    await stripe.paymentMethods.detach(saved)
    expect(await refusal<ApiError>(pay(saved))).toMatchObject({ statusCode: 400 })
  })
})

describe('a saved card', () => {
  it('becomes the default, is listed, and leaves both on detaching', async () => {
    const saved = await save('pm_card_visa')
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: saved } })
    const listed = await stripe.customers.listPaymentMethods(customer, { type: 'card' })
    expect(listed.data.map(({ id }) => id)).toContain(saved)
    await stripe.paymentMethods.detach(saved)
    const after = (await stripe.customers.retrieve(customer)) as Stripe.Customer
    expect(after.invoice_settings.default_payment_method).toBeNull()
  })

  it('is not saved when the issuer refuses', async () => {
    const intent = { customer, payment_method: 'pm_card_chargeDeclined', confirm: true, ...card }
    const error = await refusal<CardError>(stripe.setupIntents.create(intent))
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(error.setup_intent?.status).toBe('requires_payment_method')
  })
})

describe('refunds and disputes', () => {
  it('give back no more than was paid', async () => {
    const { id } = await pay('pm_card_visa')
    const part = await stripe.refunds.create({ payment_intent: id, amount: 500, metadata: { refund: '1' } })
    expect(part).toMatchObject({ status: 'succeeded', amount: 500 })
    const over = await refusal<ApiError>(stripe.refunds.create({ payment_intent: id, amount: 800 }))
    expect(over).toMatchObject({ statusCode: 400, param: 'amount', type: 'StripeInvalidRequestError' })
    expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(799)
    const again = await refusal<ApiError>(stripe.refunds.create({ payment_intent: id }))
    expect(again.code).toBe('charge_already_refunded')
    const { data } = await stripe.refunds.list({ payment_intent: id })
    expect(data.map(({ amount }) => amount)).toEqual([799, 500])
  })

  it('a dispute takes the money, forbids a refund, and gives it back when won', async () => {
    const { id } = await pay('pm_card_visa')
    const opened = await sandbox.control('/disputes', { paymentIntent: id, reason: 'product_not_received' })
    const dispute = opened.data as Stripe.Dispute
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 1299 })
    const error = await refusal<ApiError>(stripe.refunds.create({ payment_intent: id }))
    expect(error.code).toBe('charge_disputed')
    await sandbox.control(`/disputes/${dispute.id}/close`, { status: 'won' })
    const won = await stripe.disputes.retrieve(dispute.id)
    expect(won.status).toBe('won')
    expect(won.balance_transactions.reduce((sum, { net }) => sum + net, 0)).toBe(0)
    expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded')
  })
})
