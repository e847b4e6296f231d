import { expect, test } from 'vitest'
import { worthInstead, worthOf } from './token-words.ts'

test.each([
  [0, '= 0 Sunbursts', null],
  [1, '= 1 Sunburst', null],
  [6, '= 6 Sunbursts', null],
  [7, '= 1 reading', 'or 7 Sunbursts'],
  [13, '= 1 reading', 'or 13 Sunbursts'],
  [30, '= 4 readings', 'or 30 Sunbursts'],
  [7000, '= 1,000 readings', 'or 7,000 Sunbursts'],
])('%i tokens are good for %s', (tokens, words, instead) => {
  expect([worthOf(tokens), worthInstead(tokens)]).toEqual([words, instead])
})
