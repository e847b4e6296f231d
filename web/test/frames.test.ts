import { getAutoPurchase } from '@almanac/contract/auto-purchase'
import { listPurchases } from '@almanac/contract/payments'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { listTickets } from '@almanac/contract/support'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { admin, noRule, operator, pageOf, rule, stella, tenant } from './people.ts'
import { answer, linksOf, render, showOn, signIn, tagsOf, textOf, textsOf } from './screen.ts'

beforeAll(() => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getAutoPurchase, noRule)
  answer(listPurchases, pageOf([]))
  answer(listTickets, { ...pageOf([]), counts: { open: 0, answered: 5 } })
})

const consumerArea = (at = '/aurora/dashboard') =>
  render(() => import('../src/shells/consumer-area.tsx'), { at, pattern: '/:customerUrl/dashboard' })
const operatorArea = () =>
  render(() => import('../src/shells/operator-area.tsx'), {
    at: '/aurora/customer/categories',
    pattern: '/:customerUrl/customer/categories',
  })
const adminArea = () => render(() => import('../src/shells/admin-area.tsx'), { at: '/admin/customers' })

describe('the frame of a consumer', () => {
  test('has the menu, the balance with a shortcut, and the logo that leads home', async () => {
    await signIn(stella)
    const markup = await consumerArea()
    expect(textsOf(markup, 'nav')).toEqual([
      'Play Readings Purchase Tokens Daily Sunbursts Support Contact Us',
    ])
    expect(linksOf(markup)).toMatchObject({
      'Aurora Astrology': '/aurora/dashboard',
      'Play Readings': '/aurora/dashboard',
      'Daily Sunbursts': '/aurora/subscriptions',
      Support: '/aurora/faq',
      'Contact Us': '/aurora/contact-support',
      'Purchase Tokens': '/aurora/packages',
    })
    expect(textOf(markup)).toContain('Available Tokens 100')
    expect(tagsOf(markup, 'button').join()).toContain('aria-label="Collapse the sidebar"')
  })

  test('claims the rights for the current year', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-07-01T12:00:00Z') })
    await signIn(stella)
    expect(textOf(await consumerArea())).toContain(
      '© 2031 Aurora Astrology. All rights reserved. support@aurora.example',
    )
    vi.useRealTimers()
  })

  test('says under the header what stands in the way of automatic purchase', async () => {
    const words = 'Automatic purchase is paused: your payment was declined. View Details'
    await signIn(stella)
    expect(textOf(await consumerArea())).not.toContain(words)
    answer(getAutoPurchase, { ...noRule, rule: rule({ state: 'paused', pauseReason: 'declined' }) })
    await signIn(stella)
    expect(textOf(await consumerArea())).toContain(words)
    answer(getAutoPurchase, noRule)
  })

  test('on a phone keeps the menu behind a button', async () => {
    showOn('phone')
    const markup = await consumerArea()
    expect(textsOf(markup, 'nav')).toEqual([])
    expect(tagsOf(markup, 'button').join()).toContain('aria-label="Menu"')
    showOn('laptop')
  })
})

test('the frame of an operator has no balance', async () => {
  await signIn(operator)
  const markup = await operatorArea()
  expect(textsOf(markup, 'nav')).toEqual([
    'Revenue & Usage Calendar Categories & Services Packages FAQ Support Tickets',
  ])
  expect(linksOf(markup)).toMatchObject({ 'Aurora Astrology': '/aurora/customer/revenue-report' })
  expect(textOf(markup)).not.toContain('Available Tokens')
})

test('the menu of an operator says how many tickets are open', async () => {
  answer(listTickets, { ...pageOf([], 3), counts: { open: 3, answered: 5 } })
  await signIn(operator)
  const markup = await operatorArea()
  expect(textsOf(markup, 'nav')[0]).toMatch(/Support Tickets 3 , 3 open$/)
})

test('the frame of an admin is in the product’s own name', async () => {
  await signIn(admin)
  const markup = await adminArea()
  expect(textsOf(markup, 'nav')).toEqual([
    'Customers Consumers Transaction History Token Transaction History Audit Platform Health',
  ])
  expect(linksOf(markup)).toMatchObject({ Almanac: '/admin/customers' })
  expect(textOf(markup)).not.toContain('Available Tokens')
})

describe('behind the guard', () => {
  test('another tenant’s screen is the not-found page', async () => {
    await signIn(stella)
    expect(textsOf(await consumerArea('/northstar/dashboard'), 'h1')).toEqual(['404 Page Not Found!'])
  })

  test('another role’s screen shows nothing of it', async () => {
    await signIn(stella)
    expect(textOf(await operatorArea())).toBe('')
    expect(textOf(await adminArea())).toBe('')
    expect(await operatorArea()).toContain('aria-label="Loading"')
  })
})

test('a screen that broke says so; one that was asked for offline opens by itself', async () => {
  const { ScreenError } = await import('../src/shells/screen-error.tsx')
  const show = () => render({ Component: ScreenError })
  expect(textOf(await show())).toBe(
    'Something went wrong This screen could not be shown. Please try again. Try again',
  )
  const { navigator } = globalThis
  vi.stubGlobal('navigator', { onLine: false })
  expect(textOf(await show())).toBe(
    'You are offline This screen could not be loaded. It opens automatically once you are back online. Try again',
  )
  vi.stubGlobal('navigator', navigator)
})
