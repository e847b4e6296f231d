import { verifyShortCode } from '@almanac/contract/identity'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hideToast, readToasts } from '../ui/toast-store.ts'
import { codeActs, verifyBody } from './one-time-code.ts'

test.each([
  ['email', { emailToken: '123456' }],
  ['smsPhoneNumber', { smsPhoneNumberToken: '123456' }],
  ['password', { passwordToken: '123456' }],
] as const)('a code of kind %s is sent under its own name', (otpType, token) => {
  const body = verifyBody({ username: 'stella', otpType }, '123456')
  expect(body).toEqual({ username: 'stella', ...token })
  expect(verifyShortCode.body.safeParse(body).success).toBe(true)
})

describe('a code', () => {
  const onVerified = vi.fn()
  const { verify, resend } = codeActs({ username: 'stella', otpType: 'password' }, onVerified)
  const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`)
  const serverAnswers = (status: number, body: object, headers?: Record<string, string>) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status, headers: headers ?? {} }))

  beforeEach(() => {
    for (const { id } of readToasts()) hideToast(id)
    onVerified.mockClear()
    vi.stubGlobal('document', { cookie: '' })
  })
  afterAll(() => vi.unstubAllGlobals())

  test('that is right is told, and its token goes on', async () => {
    serverAnswers(200, { message: 'm', verificationToken: 'token' })
    await expect(verify('123456')).resolves.toBe('verified')
    expect(onVerified).toHaveBeenCalledWith('token')
    expect(toasts()).toEqual(['success: OTP verification is successful.'])
  })

  test('that is wrong has its words under the cells, not in a toast', async () => {
    serverAnswers(400, { message: 'Not valid.', code: 'invalid_short_code', isInvalidShortCode: true })
    await expect(verify('123456')).resolves.toEqual({ refusal: 'Not valid.' })
    expect(onVerified).not.toHaveBeenCalled()
    expect(toasts()).toEqual([])
  })

  test('that can not be checked is told in a toast', async () => {
    serverAnswers(500, {})
    await expect(verify('123456')).resolves.toBe('failed')
    expect(toasts()).toEqual(['error: An error occurred. Please try again.'])
  })

  test('is sent again, and then not for 30 seconds', async () => {
    serverAnswers(200, { message: 'm' })
    await expect(resend()).resolves.toBe(30)
    expect(toasts()).toEqual(['success: Verification Code resend is successful'])
  })

  test('that is asked for too soon can be asked for when the server says', async () => {
    serverAnswers(429, { message: 'Wait.', code: 'rate_limited' }, { 'retry-after': '58' })
    await expect(resend()).resolves.toBe(58)
    expect(toasts()).toEqual(['error: Wait.'])
  })

  test('whose sending failed can be asked for at once', async () => {
    serverAnswers(500, {})
    await expect(resend()).resolves.toBe(0)
    expect(toasts()).toEqual(['error: An error occurred. Please try again.'])
  })
})
