import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { toDispute } from './refunds.ts'

function disputed(status: Stripe.Dispute.Status, moved: number[] = [-2_520]): Stripe.Dispute {
  return {
    id: 'du_1',
    payment_intent: 'pi_1',
    charge: 'ch_1',
    amount: 2_520,
    currency: 'usd',
    reason: 'fraudulent',
    created: 1_793_700_000,
    status,
    balance_transactions: moved.map((amount) => ({ amount, currency: 'usd' })),
  } as Stripe.Dispute
}

test.each([
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['warning_closed', 'won'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', 'won'],
] as [Stripe.Dispute.Status, string][])('a dispute that Stripe calls %s is %s', (status, expected) => {
  expect(toDispute(disputed(status))).toMatchObject({ status: expected, amountCents: 2_520 })
})

test.each([
  ['what was withdrawn', [-2_520], 'lost', 2_520],
  ['what has not come back', [-2_520, 1_620], 'lost', 900],
  ['nothing where all of it came back', [-2_520, 2_520], 'won', 2_520],
  ['the whole where no movement is shown', [], 'lost', 2_520],
])('a lost dispute costs %s', (_what, moved, status, amountCents) => {
  expect(toDispute(disputed('lost', moved))).toMatchObject({ status, amountCents })
})

test('a won dispute costs nothing, also before the money has come back', () => {
  expect(toDispute(disputed('won'))).toMatchObject({ status: 'won' })
})
