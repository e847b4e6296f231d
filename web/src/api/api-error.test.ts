import { expect, test, vi } from 'vitest'
import { DEFAULT_ERROR, errorOfAnswer, isApiError, isWorthRetrying, networkError } from './api-error.ts'

test('a failure keeps message, code, flags, list and what else came with it', () => {
  const error = errorOfAnswer(
    403,
    {
      message: 'Please verify your email first.',
      code: 'email_unverified',
      requestId: 'r-1',
      errorMessageList: ['one', 'two'],
      needEmailVerification: true,
      username: 'stella',
      tempEmail: 's@mail.example',
    },
    null,
  )
  expect(error).toMatchObject({
    status: 403,
    code: 'email_unverified',
    message: 'Please verify your email first.',
    list: ['one', 'two'],
    extra: { username: 'stella', tempEmail: 's@mail.example' },
    retryAfterSeconds: null,
  })
  expect([...error.flags]).toEqual(['needEmailVerification'])
  expect(isApiError(error, 'needEmailVerification')).toBe(true)
  expect(isApiError(error, 'invalidUser')).toBe(false)
})

test('Retry-After is in seconds', () => {
  expect(errorOfAnswer(429, { message: 'Wait.', code: 'rate_limited' }, '27').retryAfterSeconds).toBe(27)
  expect(errorOfAnswer(429, {}, 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfterSeconds).toBeNull()
})

test.each([[undefined], ['<html>'], [{}], [{ message: '' }], [{ message: 5 }], [[]]])(
  'an answer that is not ours has the default sentence: %j',
  (body) => {
    expect(errorOfAnswer(502, body, null)).toMatchObject({
      status: 502,
      code: 'internal',
      message: DEFAULT_ERROR,
    })
  },
)

test.each([
  ['no answer', networkError(true), 0, true],
  ['the server away', errorOfAnswer(503, {}, null), 1, true],
  ['the third failure', errorOfAnswer(503, {}, null), 2, false],
  ['a refusal', errorOfAnswer(403, {}, null), 0, false],
  ['a bug', new TypeError('x'), 0, false],
])('whether %s is worth another try', (_what, thrown, failures, isWorth) => {
  vi.stubGlobal('navigator', { onLine: true })
  expect(isWorthRetrying(failures, thrown)).toBe(isWorth)
  vi.unstubAllGlobals()
})

test('without a network no try is worth it', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(isWorthRetrying(0, networkError(false))).toBe(false)
  vi.unstubAllGlobals()
})
