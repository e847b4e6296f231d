import { describe, expect, it } from 'vitest'
import { pricePerToken, worthOf } from './package-words.ts'

describe('what a package is worth', () => {
  it.each([
    [1, '= 1 Sunburst'],
    [6, '= 6 Sunbursts'],
    [7, '= 1 reading'],
    [13, '= 1 reading'],
    [30, '= 4 readings'],
    [7000, '= 1,000 readings'],
  ])('%i tokens', (tokens, words) => expect(worthOf(tokens)).toBe(words))

  it('says the price of a token to the cent', () => {
    expect(pricePerToken({ price: 6.65, numberOfTokens: 7 })).toBe('$0.95 per token')
    expect(pricePerToken({ price: 1, numberOfTokens: 1 })).toBe('$1.00 per token')
  })
})
