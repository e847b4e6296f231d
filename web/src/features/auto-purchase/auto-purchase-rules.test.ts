import { expect, test } from 'vitest'
import { offer, rule } from '../../../test/people.ts'
import { isAutoPurchasable, signatureOf, troubleOf } from './auto-purchase-rules.ts'

test.each([
  [{}, null],
  [{ failureMessage: 'Declined.' }, 'retrying'],
  [{ failureMessage: 'Declined.', waitReason: 'limit' }, 'limit'],
  [{ state: 'paused', pauseReason: 'stopped' }, 'stopped'],
  [{ state: 'paused', pauseReason: 'declined', offerNow: { price: 24, numberOfTokens: 28 } }, 'declined'],
  [{ offerNow: { price: 24, numberOfTokens: 28 }, failureMessage: 'Declined.' }, 'price'],
] as const)('what stands in the way of a rule with %j is %s', (changes, trouble) => {
  expect(troubleOf(rule(changes))).toBe(trouble)
})

test.each([
  [{ packageId: 22 }],
  [{ failureMessage: 'Expired.' }],
  [{ nextTryAt: '2026-11-22T15:05:00Z' }],
  [{ offerNow: { price: 24, numberOfTokens: 28 } }],
])('with %j it is another one than was put away', (changes) => {
  expect(signatureOf(rule(), 'declined')).toBe(signatureOf(rule({ packageName: 'Month' }), 'declined'))
  expect(signatureOf(rule(changes), 'declined')).not.toBe(signatureOf(rule(), 'declined'))
})

test.each([
  [{}, 2, true],
  [{}, undefined, true],
  [{ isAutoRenewable: false }, 2, false],
  [{ autoRenewPrice: 0 }, 2, false],
  [{ numberOfTokens: 2 }, 2, false],
  [{ numberOfTokens: 3 }, 2, true],
])('a package with %j at a threshold of %s can be bought automatically: %s', (changes, threshold, can) => {
  expect(isAutoPurchasable(offer(changes), threshold)).toBe(can)
})
