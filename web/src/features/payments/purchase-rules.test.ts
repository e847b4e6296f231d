import { describe, expect, it } from 'vitest'
import { noPayment, savedCard, savedWallet } from '../../../test/people.ts'
import {
  type Attempt,
  afterAnswer,
  afterFailure,
  askAgainAfterMs,
  isBeforeSending,
  isBusy,
  isProcessing,
  mayLeave,
  methodOf,
  OPEN,
  type PayMethod,
  type PurchaseState,
  pendingWord,
  savingTerms,
  UNCONFIRMED,
} from './purchase-rules.ts'

const attempt: Attempt = {
  packageId: 4,
  expected: { price: 25.2, numberOfTokens: 28 },
  payWith: { method: 'card', paymentId: 'pm_1', saveCardAsDefault: false },
  idempotencyKey: 'key-1',
}
const byDefault: Attempt = { ...attempt, payWith: { method: 'default-card' } }
const finishing: Attempt = { ...attempt, payWith: { method: 'finish' }, expected: null, purchaseId: 7 }
const failure = (status: number, code: string, message = 'A sentence.', list: string[] = [], extra = {}) => ({
  status,
  code,
  message,
  list,
  extra,
})
const refused = (text: string, method: PayMethod = 'card') => ({
  step: 'entering',
  outcome: { kind: 'refused', text, method },
})

describe('an answer', () => {
  it('ends the purchase with the new balance', () => {
    const answer = { purchaseId: 7, tokenBalance: 31, message: 'Payment is successful' }
    expect(afterAnswer(attempt, answer)).toEqual({
      step: 'paid',
      method: 'card',
      purchaseId: 7,
      tokenBalance: 31,
      message: 'Payment is successful',
    })
  })

  const asks = { requiresAction: true, clientSecret: 'pi_1_secret_2', purchaseId: 7 } as const

  it("puts the bank's question, and remembers the purchase", () => {
    expect(afterAnswer(attempt, asks)).toEqual({
      step: 'challenge',
      clientSecret: 'pi_1_secret_2',
      attempt: { ...attempt, purchaseId: 7, isAsked: true },
    })
  })

  const byWallet: Attempt = { ...attempt, payWith: { method: 'venmo', saveAsDefault: false } }
  const order = { id: '5O19', status: 'CREATED', approveUrl: 'https://wallet.example/5O19', purchaseId: 7 }

  it('that is an order leads to where it is approved', () => {
    const leaving = afterAnswer(byWallet, order)
    expect(leaving).toEqual({
      step: 'leaving',
      approveUrl: order.approveUrl,
      attempt: { ...byWallet, purchaseId: 7 },
    })
    expect([isBusy(leaving), isProcessing(leaving), methodOf(leaving)]).toEqual([true, true, 'venmo'])
    expect(pendingWord(leaving)).toBe('Going to Venmo …')
  })

  it.each<[Attempt['payWith'], RegExp]>([
    [{ method: 'default-wallet' }, /^PayPal asks you to approve/],
    [{ method: 'checkout', orderId: '5O19', source: 'venmo' }, /^Venmo asks you to approve/],
  ])('that wants the word of %j is no question of a bank', (payWith, words) => {
    expect(afterAnswer({ ...attempt, payWith }, asks)).toMatchObject({
      step: 'entering',
      outcome: { kind: 'refused', text: expect.stringMatching(words), method: payWith.method },
    })
  })

  it("puts the bank's question of an earlier purchase", () => {
    expect(afterAnswer(finishing, asks)).toMatchObject({ step: 'challenge', clientSecret: 'pi_1_secret_2' })
  })

  it('gives up where the question comes back unanswered', () => {
    expect(afterAnswer({ ...attempt, purchaseId: 7, isAsked: true }, asks)).toEqual(refused(UNCONFIRMED))
    // What is open says it already of an earlier purchase.
    expect(afterAnswer({ ...finishing, isAsked: true }, asks)).toEqual(OPEN)
  })
})

describe('a failure', () => {
  it.each([
    [402, 'card_declined', 'entering'],
    [402, 'payment_failed', 'entering'],
    [404, 'package_not_on_sale', 'entering'],
    [400, 'no_default_payment', 'entering'],
    [409, 'idempotency_mismatch', 'entering'],
    [409, 'price_changed', 'entering'],
    [409, 'purchase_open', 'entering'],
    [409, 'earlier_purchase_paid', 'entering'],
    [400, 'invalid_input', 'entering'],
    [403, 'csrf', 'entering'],
    [409, 'payment_pending', 'waiting'],
    [0, 'network', 'unanswered'],
    [429, 'rate_limited', 'unanswered'],
    [500, 'internal', 'unanswered'],
    [502, 'internal', 'unanswered'],
    [503, 'provider_unavailable', 'unanswered'],
  ])('%i %s leads to %s', (status, code, step) => {
    expect(afterFailure(attempt, failure(status, code)).step).toBe(step)
  })

  it('keeps the try, key and all, wherever it may still be charged', () => {
    for (const [status, code] of [
      [0, 'network'],
      [409, 'payment_pending'],
    ] as const) {
      expect(afterFailure(byDefault, failure(status, code))).toMatchObject({ attempt: byDefault })
    }
  })

  it("says the first line of the list, else the server's sentence", () => {
    expect(afterFailure(attempt, failure(402, 'card_declined', 'Declined.'))).toEqual(refused('Declined.'))
    expect(afterFailure(byDefault, failure(400, 'invalid_input', 'No.', ['packageId: no']))).toEqual(
      refused('packageId: no', 'default-card'),
    )
  })

  it('names both prices where it has changed, and the one to show now', () => {
    const now = { price: 29.4, numberOfTokens: 1 }
    expect(afterFailure(byDefault, failure(409, 'price_changed', 'Changed.', [], now))).toEqual({
      step: 'entering',
      offer: now,
      outcome: {
        kind: 'price-changed',
        method: 'default-card',
        text: 'The price has changed from $25.20 for 28 Tokens to $29.40 for 1 Token. Nothing was charged. Purchase only if you agree to the new price.',
      },
    })
    expect(afterFailure(attempt, failure(409, 'price_changed', 'Changed.'))).toEqual(refused('Changed.'))
  })

  it('tells what was paid before as no refusal', () => {
    expect(afterFailure(attempt, failure(409, 'earlier_purchase_paid', 'Went through.'))).toEqual({
      step: 'entering',
      outcome: { kind: 'paid-before', text: 'Went through.', method: 'card' },
    })
    const named = failure(409, 'earlier_purchase_paid', 'Went through.', [], { purchaseId: 41 })
    expect(afterFailure(attempt, named)).toMatchObject({ outcome: { paidId: 41 } })
  })

  it('of what was agreed to before leaves it to the list of what is open', () => {
    expect(afterFailure(finishing, failure(0, 'network', 'No answer.'))).toEqual(
      refused('No answer.', 'finish'),
    )
    expect(afterFailure(finishing, failure(409, 'payment_pending')).step).toBe('waiting')
  })

  it('asks for a pending outcome ever more rarely', () => {
    const third = afterFailure(attempt, failure(409, 'payment_pending'), 2)
    expect(third).toMatchObject({ step: 'waiting', tries: 3 })
    expect([1, 2, 3, 4, 5, 6, 40].map(askAgainAfterMs)).toEqual([2e3, 4e3, 8e3, 16e3, 3e4, 3e4, 3e4])
  })
})

describe('a failure while the outcome is awaited', () => {
  it('goes on waiting where no answer came', () => {
    expect(afterFailure(attempt, failure(0, 'network'), 2)).toMatchObject({
      step: 'waiting',
      attempt,
      tries: 3,
    })
  })

  it('ends the wait where the server has decided', () => {
    expect(afterFailure(attempt, failure(402, 'card_declined'), 2)).toMatchObject({ step: 'entering' })
  })
})

describe('what a state means for the buttons', () => {
  const states: [PurchaseState, boolean, string | null][] = [
    [OPEN, false, null],
    [
      { step: 'entering', outcome: { kind: 'refused', text: 'No.', method: 'default-card' } },
      false,
      'default-card',
    ],
    [{ step: 'checking', method: 'default-card' }, true, 'default-card'],
    [{ step: 'asking', method: 'card', pending: [] }, true, 'card'],
    [{ step: 'reading' }, true, 'card'],
    [{ step: 'sending', attempt: finishing }, true, 'finish'],
    [{ step: 'sending', attempt: byDefault }, true, 'default-card'],
    [{ step: 'challenge', attempt, clientSecret: 's' }, true, 'card'],
    [{ step: 'waiting', attempt, message: '', tries: 1 }, true, 'card'],
    [{ step: 'unanswered', attempt, message: '' }, false, 'card'],
    [{ step: 'paid', method: 'card', purchaseId: 7, tokenBalance: 1, message: '' }, true, 'card'],
  ]
  it.each(states)('%j', (state, busy, method) => {
    expect([isBusy(state), methodOf(state)]).toEqual([busy, method])
    expect(mayLeave(state)).toBe(!busy || state.step === 'waiting')
  })

  it('a payment is under way but where the person is asked', () => {
    const atRest = ['entering', 'asking', 'challenge', 'unanswered']
    for (const [state] of states) expect(isProcessing(state)).toBe(!atRest.includes(state.step))
  })

  it('the card can be read until it is sent', () => {
    const open = ['entering', 'checking', 'asking', 'reading']
    for (const [state] of states) expect(isBeforeSending(state)).toBe(open.includes(state.step))
  })
})

describe('before anything is kept to be paid with later', () => {
  const charged = 'It is charged only when you make a purchase with it, or auto-purchase makes one for you.'
  it.each([
    ['nothing', noPayment, charged],
    ['a card', savedCard, `${charged} It replaces your Visa ending 4242.`],
    ['a wallet', savedWallet, `${charged} It replaces your saved PayPal account.`],
  ])('it is said when it is charged, and that it replaces %s', (_, before, terms) => {
    expect(savingTerms(before)).toBe(terms)
  })
})
