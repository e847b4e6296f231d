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

test.each([
  ['2026-11-22T15:05:00Z', 'the next time your tokens are used after Nov 22, 2026 07:05, or once'],
  [null, 'We try again shortly.'],
])('says when a try follows that is made no earlier than %s', (nextTryAt, words) => {
  expect(meaningOf('retrying', rule({ nextTryAt }), 'America/Los_Angeles')).toContain(words)
})
