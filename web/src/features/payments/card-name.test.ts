import { expect, it } from 'vitest'
import { nameOnCardProblem } from './card-name.ts'

it.each([
  ['Stella Marlowe', null],
  ['  José Ñandú  ', null],
  ['', 'Enter the name on the card.'],
  ['   ', 'Enter the name on the card.'],
  ['4242', 'Please enter a valid Name'],
  ['Stella M.', 'Please enter a valid Name'],
  ['Stella\tMarlowe', 'Please enter a valid Name'],
])('the name on a card: %j', (name, problem) => expect(nameOnCardProblem(name)).toBe(problem))
