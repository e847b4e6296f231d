import { expect, test } from 'vitest'
import { rule } from '../../../test/people.ts'
import { balanceFalls, headOf, meaningOf } from './auto-purchase-words.ts'

test.each([
  [2, '2 tokens or below'],
  [1, '1 token or below'],
  [1000, '1,000 tokens or below'],
])('names the threshold of %i', (thresholdTokens, words) => {
  expect(balanceFalls(thresholdTokens)).toBe(`your token balance falls to ${words}`)
})

test.each([
  [{ price: 24, numberOfTokens: 28 }, 'The price of A Month of Tuesdays has changed.'],
  [{ price: 24, numberOfTokens: 20 }, 'The price of A Month of Tuesdays has changed.'],
  [{ price: 22.4, numberOfTokens: 20 }, 'A Month of Tuesdays now holds another number of tokens.'],
])('says what is new of an offer %j', (offerNow, words) => {
  expect(headOf('price', rule({ offerNow }))).toBe(words)
})

test.each(['declined', 'retrying'] as const)(
  'says once that nothing was charged for what was %s',
  (trouble) => {
    const failureMessage = 'Your wallet declined the payment. Nothing was charged.'
    expect(meaningOf(trouble, rule({ failureMessage }), null)).not.toContain('Nothing was charged')
  },
)

const nextTryAt = '2026-11-22T15:05:00Z'
test.each([
  [
    'retrying',
    { nextTryAt, waitReason: 'declined' },
    'We try again on Nov 22, 2026 at 7:05 AM, if your balance',
  ],
  [
    'retrying',
    { nextTryAt },
    'the next time your token balance falls to 2 tokens or below after Nov 22, 2026',
  ],
  ['retrying', {}, 'is bought the next time your token balance falls to 2 tokens or below.'],
  [
    'limit',
    { nextTryAt, waitReason: 'limit' },
    'is bought on Nov 22, 2026 at 7:05 AM, if your balance is still',
  ],
] as const)('says when the next purchase follows: %s, %j', (trouble, changes, words) => {
  expect(meaningOf(trouble, rule(changes), 'America/Los_Angeles')).toContain(words)
})
