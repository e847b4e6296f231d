import { expect, it } from 'vitest'
import { nameProblem, numberProblem, usualLength } from './assets/card-rules.js'

it('takes a number of thirteen digits, but knows that more of it may come', () => {
  expect(numberProblem('4000002500003')).toBeNull()
  expect(usualLength('4000002500003')).toBe(16)
  expect(numberProblem('4000002500003155')).toBeNull()
})

it.each([
  ['Stella Marlowe', null],
  ['José Ñandú', null],
  [' ', 'Enter the name on the card.'],
  ['4242 4242', 'Please enter a valid Name'],
])('the name on a card: %j', (name, problem) => expect(nameProblem(name)).toBe(problem))
