import type { AdminProfile, ConsumerProfile } from '@almanac/contract/profile'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import { errorOfAnswer } from '../../api/api-error.ts'
import type { ParsePhone } from '../../api/phone-rules.ts'
import { fieldErrors } from '../../ui/use-form.ts'
import { profileSchema, refusalOf, valuesOf } from './profile-form-rules.ts'

const parse: ParsePhone = (text, country) => parsePhoneNumberFromString(text, country)
const good = {
  fullName: 'Stella Marlowe',
  email: 'stella@aurora.example',
  contactNumber: '+1 617 555 0123',
  smsPhoneNumber: '',
  timeZone: 'America/New_York',
  defaultCategoryId: '9',
}
const errorsOf = (values: Partial<typeof good>, role: 'consumer' | 'customer' | 'admin' = 'consumer') =>
  fieldErrors(profileSchema(role, parse)['~standard'].validate({ ...good, ...values }) as never)

describe('what a consumer enters', () => {
  test.each([
    ['fullName', '', 'Name is required.'],
    ['fullName', 'St3lla', 'Please enter a valid Name'],
    ['email', 'stella', 'Must be a valid email.'],
    ['contactNumber', '', 'Mobile number is required.'],
    ['contactNumber', 'call me', 'Please enter a valid number'],
    ['smsPhoneNumber', '+1 242 355 0142', 'Please enter valid US or Canada phone number.'],
    ['timeZone', '', 'Please choose a time zone from the list.'],
    ['defaultCategoryId', '', 'Astrological sign is required.'],
  ])('%s "%s" is refused', (field, value, message) => {
    expect(errorsOf({ [field]: value })).toEqual({ [field]: message })
  })

  test('no SMS number, or one of here, is fine', () => {
    expect(errorsOf({})).toEqual({})
    expect(errorsOf({ smsPhoneNumber: '(416) 555-0142' })).toEqual({})
  })

  test('while the number library is on its way the server alone checks', () => {
    expect(profileSchema('consumer', null).safeParse({ ...good, smsPhoneNumber: '12' }).success).toBe(true)
  })
})

test('what a role has no field for is not asked of it', () => {
  const without = { timeZone: '', defaultCategoryId: '', smsPhoneNumber: 'x' }
  expect(errorsOf(without, 'admin')).toEqual({})
  expect(errorsOf(without, 'customer')).toEqual({ timeZone: 'Please choose a time zone from the list.' })
})

test('an address that waits for its code stands in the form', () => {
  const admin = {
    fullName: 'A',
    contactNumber: '1',
    email: 'old@b.c',
    unverifiedEmail: 'new@b.c',
  } as AdminProfile
  expect(valuesOf(admin)).toMatchObject({ email: 'new@b.c', smsPhoneNumber: '', timeZone: '' })
  const consumer = {
    ...admin,
    unverifiedEmail: null,
    tokenBalance: 1,
    timeZone: null,
    smsPhoneNumber: '+16175550123',
    unverifiedSmsPhoneNumber: '+16175550199',
    defaultCategoryId: 9,
  } as ConsumerProfile
  expect(valuesOf(consumer)).toMatchObject({
    email: 'old@b.c',
    smsPhoneNumber: '(617) 555-0199',
    timeZone: '',
    defaultCategoryId: '9',
  })
})

test.each([
  [409, { code: 'email_taken', isExistingEmail: true }, 'email'],
  [400, { code: 'invalid_sms_phone_number', invalidSMSPhoneNumber: true }, 'smsPhoneNumber'],
  [400, { code: 'unknown_category' }, 'defaultCategoryId'],
  [400, { code: 'invalid_picture' }, 'picture'],
  [413, { code: 'picture_too_large' }, 'picture'],
  [503, { code: 'unavailable' }, null],
])('a refusal %i %j stands under %s', (status, body, field) => {
  const refusal = refusalOf(errorOfAnswer(status, { message: 'So it is.', ...body }, null))
  expect(refusal).toEqual(field && { [field]: 'So it is.' })
})
