import { expect, test, vi } from 'vitest'
import { readToasts } from '../ui/toast-store.ts'
import { errorOfAnswer } from './api-error.ts'
import { fieldRefusal, tellFailure } from './field-refusal.ts'

test.each([
  ['isExistingUsername', 'username'],
  ['isExistingEmail', 'email'],
  ['invalidUserNameOrPassword', 'password'],
  ['invalidUser', 'emailOrUsername'],
  ['invalidCurrentPassword', 'currentPassword'],
  ['currentAndNewPasswordMatch', 'confirmNewPassword'],
  ['invalidSMSPhoneNumber', 'smsPhoneNumber'],
])("%s puts the server's message on %s", (flag, field) => {
  const error = errorOfAnswer(400, { message: 'So it is.', code: 'x', [flag]: true }, null)
  expect(fieldRefusal(error)).toEqual({ [field]: 'So it is.' })
})

test('a failure that concerns no field is left to the toasts', () => {
  expect(fieldRefusal(errorOfAnswer(429, { message: 'Wait.', code: 'rate_limited' }, '5'))).toBeNull()
  expect(fieldRefusal(new TypeError('x'))).toBeNull()
})

test('a refusal stands under its field alone, any other failure in a toast alone', () => {
  const setErrors = vi.fn()
  tellFailure(errorOfAnswer(409, { message: 'Taken.', code: 'x', isExistingEmail: true }, null), setErrors)
  expect(setErrors).toHaveBeenCalledExactlyOnceWith({ email: 'Taken.' })
  expect(readToasts()).toEqual([])
  tellFailure(errorOfAnswer(500, {}, null), setErrors, 'Error While Updaing Password')
  expect(setErrors).toHaveBeenCalledOnce()
  expect(readToasts().map(({ text }) => text)).toEqual(['Error While Updaing Password'])
})
