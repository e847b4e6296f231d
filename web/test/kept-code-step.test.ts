// @vitest-environment happy-dom
import { forgotPassword, readCodeDelay, verifyShortCode } from '@almanac/contract/identity'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, test } from 'vitest'
import CodeStep from '../src/features/identity/code-step.tsx'
import { Component } from '../src/features/identity/login-page.tsx'
import { tenant } from './people.ts'
import { answer, open } from './scene.ts'

const openLogin = () => open(Component, { at: '/aurora/login', pattern: '/:customerUrl/login' })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const kept = () => Object.fromEntries(Object.entries(sessionStorage))

beforeEach(() => {
  sessionStorage.clear()
  answer(getCustomerDetailsByUrl, tenant)
  answer(readCodeDelay, { isDelayed: false })
})

test('a reload comes back to the code step, with the pause as far as it was', async () => {
  answer(forgotPassword, {
    message: 'A verification code is on its way.',
    username: 'stella',
    email: 's***a@mail.example',
  })
  const { user } = await openLogin()
  await user.click(await button('Forgot Password?'))
  await user.type(screen.getByRole('textbox', { name: 'Email or Username' }), 'stella')
  await user.click(await button('Continue'))
  // The dialog starts on its primary button.
  expect(document.activeElement).toBe(await button('Send The Code'))
  await user.click(await button('Send The Code'))
  await screen.findByRole('heading', { name: 'Enter Verification Code' })
  await button('Resend Code')
  const atReload = kept()
  expect(atReload['sign-in-step:aurora']).toBe(
    JSON.stringify({ name: 'password-code', username: 'stella', email: 's***a@mail.example' }),
  )
  cleanup()
  Object.assign(sessionStorage, atReload, { 'code-pause:password:stella': String(Date.now() + 5_000) })

  await openLogin()
  await screen.findByRole('heading', { name: 'Enter Verification Code' })
  expect(screen.getByText('s***a@mail.example')).toBeDefined()
  expect((await button('Resend Code')).disabled).toBe(true)
  expect(screen.getByText(/^ ?in 0:0[1-5]$/)).toBeDefined()
})

test('a verified person logs in with the username filled in', async () => {
  sessionStorage.setItem(
    'sign-in-step:aurora',
    JSON.stringify({ name: 'email-verification', username: 'stella', email: 's@mail.example' }),
  )
  answer(verifyShortCode, { message: 'OTP verification is successful.' })
  const { user } = await openLogin()
  await user.type(await screen.findByRole('textbox', { name: 'Digit 1 of 6' }), '123456{Enter}')
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email or Username' })
  expect(name.value).toBe('stella')
})

// Only the frames of signed-in roles provide the query client.
test('the code step needs no query client around it', async () => {
  render(
    createElement(CodeStep, {
      otpType: 'email',
      username: 'stella',
      email: 's@mail.example',
      onVerified: () => {},
    }),
  )
  await button('Resend Code')
})

test('a step that was left is not come back to', async () => {
  sessionStorage.setItem(
    'sign-in-step:aurora',
    JSON.stringify({ name: 'email-verification', username: 'stella', email: 's@mail.example' }),
  )
  const { user } = await openLogin()
  await screen.findByRole('heading', { name: 'Verify your Email' })
  await user.click(await button('Back to Login'))
  await screen.findByRole('heading', { name: 'Login to your Account' })
  expect(kept()).toEqual({})
})

test.each(['nonsense', '{"name":"new-password","username":"s","email":"e"}', '{"name":"password-code"}'])(
  'what is kept and is no code step is not taken: %s',
  async (text) => {
    sessionStorage.setItem('sign-in-step:aurora', text)
    await openLogin()
    await screen.findByRole('heading', { name: 'Login to your Account' })
  },
)
