import type { ConsumerDetails } from '@almanac/contract/consumers'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import type { ParsePhone } from '../../api/phone-rules.ts'
import {
  balanceAfter,
  defaultPaymentWords,
  type EditValues,
  isTokenText,
  mediumWords,
  profileRules,
  type TokenWay,
  tokenRules,
  tokensError,
  valuesOf,
} from './consumer-rules.ts'

test.each<[TokenWay, string, string | null, number | null]>([
  ['add', '', '* Add token value can not be empty.', null],
  ['add', '0', '* Add token value must be at least 1.', null],
  ['add', '1', null, 4],
  ['add', '9999999', null, 10_000_002],
  ['subtract', '', '* Substract token value can not be empty.', null],
  ['subtract', '000', '* Substract token value must be at least 1.', null],
  ['subtract', '4', '* Substract token value can not be greater than current balance.', null],
  ['subtract', '3', null, 0],
  ['subtract', '03', null, 0],
])('to %s %j with a balance of 3 is told %j', (way, typed, words, after) => {
  expect(tokensError(way, typed, 3)).toBe(words)
  expect(balanceAfter(way, typed, 3)).toBe(after)
})

test.each([
  ['', true],
  ['0', true],
  ['9999999', true],
  ['10000000', false],
  ['1.5', false],
  ['1,000', false],
  ['-5', false],
  ['1e3', false],
  [' 1', false],
  ['٣', false],
])('%j in a field of tokens: %s', (text, isTaken) => {
  expect(isTokenText(text)).toBe(isTaken)
})

const nothing: EditValues = { email: '', smsPhoneNumber: '', addTokens: '', subtractTokens: '', reason: '' }
const parse: ParsePhone = (text, country) => parsePhoneNumberFromString(text, country)
const issuesOf = (rules: ReturnType<typeof profileRules> | ReturnType<typeof tokenRules>, values: object) =>
  rules.safeParse({ ...nothing, ...values }).error?.issues.map(({ path, message }) => [path.join(), message])

test('of tokens only the field that counts is looked at', () => {
  expect(issuesOf(tokenRules('add', 3), { subtractTokens: '4' })).toEqual([
    ['addTokens', '* Add token value can not be empty.'],
  ])
  expect(issuesOf(tokenRules('subtract', 3), { subtractTokens: '4' })).toEqual([
    ['subtractTokens', '* Substract token value can not be greater than current balance.'],
  ])
  expect(issuesOf(tokenRules('add', 3), { addTokens: '4', reason: 'x'.repeat(501) })?.[0]?.[0]).toBe('reason')
  expect(issuesOf(tokenRules('add', 3), { addTokens: '4', reason: ` ${'x'.repeat(500)} ` })).toBeUndefined()
})

test('of a profile the address and number are looked at, as the server does', () => {
  const email = 'nova@mail.example'
  expect(issuesOf(profileRules(parse), { email })).toBeUndefined()
  expect(issuesOf(profileRules(parse), { email: 'nova', smsPhoneNumber: '+44 20 7946 0958' })).toEqual([
    ['email', 'Must be a valid email.'],
    ['smsPhoneNumber', 'Please enter valid US or Canada phone number.'],
  ])
  // Until the library is there the server alone knows.
  expect(issuesOf(profileRules(null), { email, smsPhoneNumber: '12' })).toBeUndefined()
  expect(issuesOf(profileRules(null), { email, smsPhoneNumber: '1'.repeat(32) })).toHaveLength(1)
})

test('what waits for its code stands in place of the old one', () => {
  const old = {
    email: 'old@mail.example',
    unverifiedEmail: null,
    smsPhoneNumber: '+16175550141',
    unverifiedSmsPhoneNumber: null,
  } as ConsumerDetails
  expect(valuesOf(old)).toEqual({ ...nothing, email: 'old@mail.example', smsPhoneNumber: '(617) 555-0141' })
  const waiting = { ...old, unverifiedEmail: 'new@mail.example', unverifiedSmsPhoneNumber: '+16175550142' }
  expect(valuesOf(waiting)).toEqual({
    ...nothing,
    email: 'new@mail.example',
    smsPhoneNumber: '(617) 555-0142',
  })
  expect(valuesOf({ ...old, email: null, smsPhoneNumber: null })).toEqual(nothing)
})

test('a default payment and the mediums of a subscription have their words', () => {
  const none = { stripeId: null, paypalPaymentToken: null } as const
  expect(defaultPaymentWords(none)).toBe('none')
  expect(defaultPaymentWords({ ...none, stripeId: 'set' })).toBe('Card')
  expect(defaultPaymentWords({ ...none, paypalPaymentToken: 'set' })).toBe('PayPal')
  expect(mediumWords(['sms', 'email'])).toBe('SMS and Email')
  expect(mediumWords(['email'])).toBe('Email')
})
