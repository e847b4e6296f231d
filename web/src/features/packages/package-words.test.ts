import { expect, it } from 'vitest'
import { pricePerToken } from './package-words.ts'

it('says the price of a token to the cent', () => {
  expect(pricePerToken({ price: 6.65, numberOfTokens: 7 })).toBe('$0.95 per token')
  expect(pricePerToken({ price: 1, numberOfTokens: 1 })).toBe('$1.00 per token')
})
