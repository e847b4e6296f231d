import { loginBody, signupBody } from '@almanac/contract/identity'
import { expect, test } from 'vitest'
import { fieldErrors } from '../../ui/use-form.ts'
import { forgotPasswordForm, newPasswordForm } from './form-rules.ts'

type Schema = { '~standard': { validate: (value: unknown) => unknown } }

/** What stands under a field of an otherwise right form. */
function messageOf(schema: Schema, right: object, field: string, value: unknown): string | undefined {
  const result = schema['~standard'].validate({ ...right, [field]: value })
  return (fieldErrors(result as never) as Record<string, string>)[field]
}

const login = { usernameOrEmail: 'stella', password: 'almanac-demo', rememberMe: false }
const signup = {
  fullName: 'Stella Marsh',
  username: 'stella',
  email: 'stella@mail.example',
  contactNumber: '(218) 555-0142',
  defaultCategoryId: '9',
  password: 'almanac-demo',
  confirmPassword: 'almanac-demo',
}

test.each<[string, unknown, string | undefined]>([
  ['usernameOrEmail', '', 'Email or Username is required.'],
  ['usernameOrEmail', '   ', 'Email or Username is required.'],
  ['usernameOrEmail', 'a b', 'Email or Username cannot contain spaces.'],
  ['usernameOrEmail', 'a'.repeat(255), 'UserName or Email can be maximum 254 characters.'],
  ['usernameOrEmail', ' stella ', undefined],
  ['password', '', 'Password is required'],
  ['password', ' ', undefined],
  ['password', 'a'.repeat(101), 'Password must be less than 100 characters.'],
])('login: %s %j', (field, value, message) => {
  expect(messageOf(loginBody, login, field, value)).toBe(message)
})

test.each<[string, unknown, string | undefined]>([
  ['fullName', '', 'Name is required.'],
  ['fullName', 'St', 'Name must be at least 3 characters.'],
  ['fullName', 'Stella 2', 'Please enter a valid Name'],
  ['fullName', '  Zoë Marsh ', undefined],
  ['username', '', 'Username is required.'],
  ['username', 'ab', 'Username must be at least 3 characters.'],
  ['username', 'a'.repeat(17), 'Username can be maximum 16 characters.'],
  ['username', 'ste lla', 'Username cannot contain spaces or @.'],
  ['email', '', 'Email is required.'],
  ['email', 'stella.marsh@example', 'Must be a valid email.'],
  ['email', `${'a'.repeat(250)}@mail.example`, 'Email can be maximum 254 characters.'],
  ['contactNumber', '', 'Mobile number is required.'],
  ['contactNumber', 'call me', 'Please enter a valid number'],
  ['contactNumber', '1'.repeat(32), 'Please enter a valid number'],
  ['contactNumber', '+1 (218) 555.01-42', undefined],
  ['defaultCategoryId', '', 'Astrological sign is required.'],
  ['defaultCategoryId', 'aries', 'Astrological sign is required.'],
  ['password', '', 'Password is required'],
  ['password', 'almanac', 'Password must be at least 8 characters long.'],
  ['password', 'a'.repeat(101), 'Password must be less than 100 characters.'],
  ['confirmPassword', 'almanac-dem', 'Passwords must match'],
])('sign-up: %s %j', (field, value, message) => {
  expect(messageOf(signupBody, signup, field, value)).toBe(message)
})

test('a right sign-up is trimmed, its sign sent as a number', () => {
  const sent = signupBody.parse({ ...signup, fullName: ' Stella Marsh ', username: ' stella ' })
  expect(sent).toMatchObject({ fullName: 'Stella Marsh', username: 'stella', defaultCategoryId: 9 })
})

test('forgot password: who asks is required and trimmed', () => {
  expect(messageOf(forgotPasswordForm, {}, 'emailOrUsername', ' ')).toBe('Email or Username is required.')
  expect(forgotPasswordForm.parse({ emailOrUsername: ' stella ' })).toEqual({ emailOrUsername: 'stella' })
})

test.each<[string, string, object]>([
  ['', '', { newPassword: 'Password is required' }],
  ['short', 'short', { newPassword: 'Password must be at least 8 characters long.' }],
  ['almanac-demo', 'almanac', { confirmNewPassword: 'Passwords must match' }],
  ['almanac-demo', 'almanac-demo', {}],
])('new password %j confirmed by %j', (newPassword, confirmNewPassword, errors) => {
  const result = newPasswordForm['~standard'].validate({ newPassword, confirmNewPassword })
  expect(fieldErrors(result as never)).toEqual(errors)
})
