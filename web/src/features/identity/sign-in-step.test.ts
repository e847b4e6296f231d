import { expect, test } from 'vitest'
import { errorOfAnswer } from '../../api/api-error.ts'
import { unverifiedUser } from './server-refusals.ts'
import { asksToRegister, backFrom, headers, type SignInStep } from './sign-in-step.ts'

test.each<[SignInStep, string, string | null, string | null]>([
  [{ name: 'login' }, 'Login to your Account', null, null],
  [{ name: 'register' }, 'Create your Account', 'Back to Login', 'login'],
  [{ name: 'email-verification', username: 's', email: 'e' }, 'Verify your Email', 'Back to Login', 'login'],
  [{ name: 'forgot-password', emailOrUsername: '' }, 'Forgot Password', 'Back to Login', 'login'],
  [
    { name: 'password-code', username: 's', email: 'e' },
    'Enter Verification Code',
    'Back',
    'forgot-password',
  ],
  [
    { name: 'new-password', username: 's', verificationToken: 't' },
    'Enter New Password',
    'Back to Login',
    'login',
  ],
])('step %j has its header and its way back', (step, header, label, to) => {
  expect(headers[step.name]).toBe(header)
  expect(backFrom(step)?.label ?? null).toBe(label)
  expect(backFrom(step)?.to.name ?? null).toBe(to)
})

test('going back from the code keeps who asked for it', () => {
  expect(backFrom({ name: 'password-code', username: 'stella', email: 's***a@mail.example' })?.to).toEqual({
    name: 'forgot-password',
    emailOrUsername: 'stella',
  })
})

test.each([
  [null, '#register', true],
  [{ isRegister: true }, '', true],
  [{ isRegister: false }, '', false],
  [{ isRegister: 'yes' }, '', false],
  ['isRegister', '', false],
  [null, '', false],
  [undefined, '#registered', false],
])('state %j with fragment %s', (state, hash, asks) => {
  expect(asksToRegister({ state, hash })).toBe(asks)
})

test('an unverified login says who has to verify which address', () => {
  const extra = { needEmailVerification: true, username: 'stella', tempEmail: 's@mail.example' }
  expect(
    unverifiedUser(errorOfAnswer(403, { message: 'm', code: 'email_unverified', ...extra }, null)),
  ).toEqual({
    username: 'stella',
    email: 's@mail.example',
  })
  expect(unverifiedUser(errorOfAnswer(403, { message: 'm', code: 'forbidden' }, null))).toBeNull()
})
