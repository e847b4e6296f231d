import { expect, test } from 'vitest'
import { inventPerson } from '../e2e/steps/people.ts'
import { checkRecipient, fateOf } from '../sandbox/src/twilio/numbers.ts'

test('the people of the browser tests have numbers that the sandbox delivers to', () => {
  const numbers = Array.from({ length: 3_000 }, () => inventPerson('Leo').phoneNumber)
  for (const number of numbers) checkRecipient(number)
  expect(numbers.filter((number) => fateOf(number).status !== 'delivered')).toEqual([])
})
