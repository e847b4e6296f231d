import { expect, test } from 'vitest'
import { contactForm, ticketState } from './ticket-rules.ts'

const messagesOf = (description: string, consumerEmail = 'stella@aurora.example') =>
  contactForm.safeParse({ description, consumerEmail }).error?.issues.map(({ message }) => message) ?? []

test.each([
  ['', ['Message is required.']],
  ['  \n ', ['Message is required.']],
  ['x'.repeat(1000), []],
  ['x'.repeat(1001), ['Message must be less than 1000 characters.']],
])('a message (%#)', (description, messages) => {
  expect(messagesOf(description)).toEqual(messages)
})

test('an address is needed', () => {
  expect(messagesOf('Hello', 'stella')).toEqual(['Must be a valid email.'])
})

test.each([
  ['open', 'Open'],
  ['answered', 'Answered'],
] as const)('%s reads %s', (status, word) => {
  expect(ticketState({ status }).word).toBe(word)
})
