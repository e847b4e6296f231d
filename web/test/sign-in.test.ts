import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { createElement } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { stella, tenant } from './people.ts'
import { answer, linksOf, render, signIn, tagsOf, textOf, textsOf } from './screen.ts'

const { SignInScreen } = await import('../src/features/identity/sign-in-screen.tsx')
const { tenantCalls } = await import('../src/features/identity/sign-in-calls.ts')
const { ConfirmSendDialog } = await import('../src/features/identity/confirm-send-dialog.tsx')

type Step = Parameters<typeof SignInScreen>[0]['first']

beforeAll(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  await signIn(stella)
})

const show = async (first: Step) => {
  const screen = {
    Component: () =>
      createElement(SignInScreen, {
        calls: tenantCalls('aurora'),
        first,
        place: 'aurora',
        tenant: { customerUrl: 'aurora', details: tenant },
      }),
  }
  // The first look at the code step loads its chunk.
  await render(screen)
  await vi.dynamicImportSettled()
  return render(screen)
}

const onLogin = (state?: unknown) =>
  render(() => import('../src/features/identity/login-page.tsx'), {
    at: '/aurora/login',
    pattern: '/:customerUrl/login',
    state,
  })

describe('the login screen', () => {
  test('opens on the login, in the name of its tenant', async () => {
    const markup = await onLogin()
    expect(textsOf(markup, 'h1')).toEqual(['Login to your Account'])
    expect(textsOf(markup, 'label')).toEqual(['Email or Username', 'Password', 'Remember me'])
    expect(textsOf(markup, 'button')).toEqual(['Show', 'Forgot Password?', 'Login', 'Register'])
    expect(linksOf(markup)).toEqual({ 'Aurora Astrology': '/aurora' })
  })

  test('opens on the registration where the way here says so', async () => {
    const markup = await onLogin({ isRegister: true })
    expect(textsOf(markup, 'h1')).toEqual(['Create your Account'])
    expect(textsOf(markup, 'label')).toEqual([
      'Full Name',
      'Username',
      'Email',
      'Mobile Number',
      'Leo',
      'Virgo',
      'Password',
      'Confirm Password',
    ])
    expect(textsOf(markup, 'legend')).toEqual(['Astrological Sign'])
    expect(textOf(markup)).toContain('Full Name Letters and spaces only.')
    expect(textsOf(markup, 'button')).toEqual(['Back to Login', 'Show', 'Show', 'Register', 'Login'])
  })

  test.each<[Step, string, string[]]>([
    [{ name: 'forgot-password', emailOrUsername: '' }, 'Forgot Password', ['Back to Login', 'Continue']],
    [
      { name: 'email-verification', username: 'stella', email: 's@mail.example' },
      'Verify your Email',
      ['Back to Login', 'Continue', 'Resend Code'],
    ],
    [
      { name: 'password-code', username: 'stella', email: 's@mail.example' },
      'Enter Verification Code',
      ['Back', 'Continue', 'Resend Code'],
    ],
    [
      { name: 'new-password', username: 'stella', verificationToken: 'x' },
      'Enter New Password',
      ['Back to Login', 'Show', 'Show', 'Continue'],
    ],
  ])('step %j', async (step, header, buttons) => {
    const markup = await show(step)
    expect(textsOf(markup, 'h1')).toEqual([header])
    expect(textsOf(markup, 'button')).toEqual(buttons)
  })

  test('says how long a new password must be', async () => {
    const text = textOf(await show({ name: 'new-password', username: 'stella', verificationToken: 'x' }))
    expect(text).toContain('Password must be 8 characters at least.')
  })

  test('takes a code in six places for digits, and does not go on before they are filled', async () => {
    const markup = await show({ name: 'email-verification', username: 'stella', email: 's@mail.example' })
    const places = tagsOf(markup, 'input')
    expect(places).toHaveLength(6)
    expect(places.every((place) => place.includes('inputMode="numeric"'))).toBe(true)
    expect(places[0]).toContain('autoComplete="one-time-code"')
    expect(markup).toMatch(/<button[^>]*\bdisabled=""[^>]*>(<[^>]*>)*Continue/)
  })

  test('of an admin has no registration', async () => {
    const markup = await render(() => import('../src/features/identity/admin-login-page.tsx'))
    expect(textsOf(markup, 'h1')).toEqual(['Login to your Account'])
    expect(textsOf(markup, 'button')).toEqual(['Show', 'Forgot Password?', 'Login'])
  })
})

test('a code is sent only after its address was confirmed', async () => {
  const markup = await render({
    Component: () =>
      createElement(ConfirmSendDialog, {
        opened: true,
        target: 's@mail.example',
        pending: false,
        onConfirm: () => undefined,
        onCancel: () => undefined,
      }),
  })
  expect(textsOf(markup, 'h2')).toEqual(['Send Verification Code'])
  expect(textOf(markup)).toContain(
    'A 6-digit code will go to s@mail.example. Please confirm that this is correct.',
  )
  expect(textsOf(markup, 'button').filter(Boolean)).toEqual(['Cancel', 'Send The Code'])
})
