import { expect, test, vi } from 'vitest'
import { errorOfAnswer } from './api-error.ts'
import { fieldRefusal, showRefusal } from './field-refusal.ts'

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

test('marks each of several refused fields with its own sentence', () => {
  const body = {
    message: 'This url is already taken.',
    code: 'url_taken',
    errorMessageList: ['This url is already taken.', 'This username is already taken.'],
    isExistingUrl: true,
    isExistingUsername: true,
  }
  expect(fieldRefusal(errorOfAnswer(409, body, null))).toEqual({
    url: 'This url is already taken.',
    username: 'This username is already taken.',
  })
})

test('a failure that concerns no field is left to the toasts', () => {
  expect(fieldRefusal(errorOfAnswer(429, { message: 'Wait.', code: 'rate_limited' }, '5'))).toBeNull()
  expect(fieldRefusal(new TypeError('x'))).toBeNull()
})

test('a refusal stands under its field; what concerns none is left alone, and what is no failed call goes on', () => {
  const setErrors = vi.fn()
  showRefusal(errorOfAnswer(409, { message: 'Taken.', code: 'x', isExistingEmail: true }, null), setErrors)
  showRefusal(errorOfAnswer(500, {}, null), setErrors)
  expect(setErrors).toHaveBeenCalledExactlyOnceWith({ email: 'Taken.' })
  expect(() => showRefusal(new TypeError('x'), setErrors)).toThrow(TypeError)
})
