import type { AdminProfile, ConsumerProfile } from '@almanac/contract/profile'
import { describe, expect, test } from 'vitest'
import { addressChange, targetsOf } from './verification-rules.ts'

const admin = { username: 'admin', email: 'admin@almanac.example', unverifiedEmail: null } as AdminProfile
const stella = {
  ...admin,
  username: 'stella',
  email: 'stella@aurora.example',
  tokenBalance: 100,
  smsPhoneNumber: '+16175550123',
  unverifiedSmsPhoneNumber: null,
} as ConsumerProfile

describe('the sequence of codes', () => {
  test.each<[string, Partial<ConsumerProfile>, string[]]>([
    ['nothing waits', {}, []],
    ['an address', { unverifiedEmail: 'new@aurora.example' }, ['email']],
    ['a number', { unverifiedSmsPhoneNumber: '+16175550199' }, ['smsPhoneNumber']],
    [
      'both, the address first',
      { unverifiedEmail: 'new@aurora.example', unverifiedSmsPhoneNumber: '+16175550199' },
      ['email', 'smsPhoneNumber'],
    ],
    ['an address whose letters come back', { isEmailDead: true }, ['email']],
    [
      'a number, before an address whose letters come back',
      { isEmailDead: true, unverifiedSmsPhoneNumber: '+16175550199' },
      ['smsPhoneNumber'],
    ],
  ])('%s', (_what, waiting, types) => {
    expect(targetsOf({ ...stella, ...waiting }).map(({ otpType }) => otpType)).toEqual(types)
  })

  test('an admin has an address alone', () => {
    expect(targetsOf({ ...admin, unverifiedEmail: 'new@almanac.example' })).toEqual([
      { otpType: 'email', address: 'new@almanac.example' },
    ])
  })
})

describe('which change is confirmed first', () => {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-10)
  const isSame = (left: string, right: string) => digits(left) !== '' && digits(left) === digits(right)
  const as = (email: string, smsPhoneNumber?: string) =>
    addressChange(stella, { email, smsPhoneNumber }, isSame)

  test.each([
    ['nothing', stella.email, '+16175550123', null],
    ['another way of writing', 'Stella@Aurora.example', '(617) 555-0123', null],
    ['the address', 'new@aurora.example', '+16175550123', { email: 'new@aurora.example' }],
    ['the number', stella.email, '617 555 0199', { smsPhoneNumber: '617 555 0199' }],
    ['the number taken away', stella.email, ' ', { smsPhoneNumber: '' }],
    ['both', 'n@b.c', '617 555 0199', { email: 'n@b.c', smsPhoneNumber: '617 555 0199' }],
  ])('%s', (_what, email, smsPhoneNumber, change) => {
    expect(as(email, smsPhoneNumber)).toEqual(change)
  })

  test('what waits for its code already is no change', () => {
    const waiting = { unverifiedEmail: 'new@aurora.example', unverifiedSmsPhoneNumber: '+16175550199' }
    const profile = { ...stella, ...waiting }
    const change = (email: string, smsPhoneNumber: string) =>
      addressChange(profile, { email, smsPhoneNumber }, isSame)
    expect(change('new@aurora.example', '617 555 0199')).toBeNull()
    expect(change('third@aurora.example', '617 555 0188')).toEqual({
      email: 'third@aurora.example',
      smsPhoneNumber: '617 555 0188',
    })
    expect(change('new@aurora.example', '')).toEqual({ smsPhoneNumber: '' })
  })

  test('no number before and none after', () => {
    const leo = { ...stella, smsPhoneNumber: null }
    expect(addressChange(leo, { email: leo.email, smsPhoneNumber: '' }, isSame)).toBeNull()
  })

  test("an admin's form has no number", () => {
    expect(addressChange(admin, { email: admin.email, smsPhoneNumber: '617 555 0199' }, isSame)).toBeNull()
  })
})
