import { expect, test } from 'vitest'
import { pricePerToken, worthOf } from './token-words.ts'

test.each([
  [0, '= 0 Sunbursts'],
  [1, '= 1 Sunburst'],
  [6, '= 6 Sunbursts'],
  [7, '= 1 reading'],
  [13, '= 1 reading'],
  [30, '= 4 readings'],
  [7000, '= 1,000 readings'],
])('%i tokens are good for %s', (tokens, words) => {
  expect(worthOf(tokens)).toBe(words)
})

test('the price of a token is said to the cent', () => {
  expect(pricePerToken({ price: 6.65, numberOfTokens: 7 })).toBe('$0.95 per token')
  expect(pricePerToken({ price: 1, numberOfTokens: 1 })).toBe('$1.00 per token')
})
