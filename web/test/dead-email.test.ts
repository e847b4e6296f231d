// @vitest-environment happy-dom
import { listConsumerCategories } from '@almanac/contract/categories'
import { listReceivedSunbursts } from '@almanac/contract/delivery'
import { resendShortCode } from '@almanac/contract/identity'
import { paths } from '@almanac/contract/pages'
import { getConsumerProfile } from '@almanac/contract/profile'
import { readOutlook } from '@almanac/contract/rehearsal'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { listRaisedCosts } from '@almanac/contract/subscriptions'
import { screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ProfilePage } from '../src/features/profile/profile-page.tsx'
import { SubscriptionsPage } from '../src/features/subscriptions/subscriptions-page.tsx'
import { nothingComing } from './coming.ts'
import { category, pageOf, profile, stella, tenant, virgo } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const words = 'Your email address does not take our messages; check it.'
const Page = () => createElement(SubscriptionsPage, { footNote: null })
const openPage = () =>
  open(Page, { at: paths.subscriptions('aurora'), pattern: '/:customerUrl/subscriptions' })

beforeEach(async () => {
  showOn('laptop')
  answer(getCustomerDetailsByUrl, tenant)
  answer(listConsumerCategories, pageOf([virgo, category()]))
  answer(listReceivedSunbursts, { sunbursts: [] })
  answer(listRaisedCosts, { raisedCosts: [] })
  answer(readOutlook, nothingComing)
  answer(getConsumerProfile, { ...profile, isEmailDead: true })
  await signIn(stella)
})

describe('an address that sends letters back', () => {
  test('is told above the signs of which one comes by email, and leads to the profile', async () => {
    await openPage()
    expect(await screen.findByText(words)).toBeDefined()
    await screen.findByRole('heading', { name: 'Today' })
    expect(screen.queryByRole('heading', { name: 'Coming Up' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Check It' }).getAttribute('href')).toBe(paths.profile('aurora'))
  })

  test('is told nowhere there where nothing comes by email', async () => {
    answer(listConsumerCategories, pageOf([category()]))
    await openPage()
    await screen.findByRole('button', { name: /^Leo/ })
    expect(screen.queryByText(words)).toBeNull()
  })

  test('cannot be chosen for another sign, which says why', async () => {
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: /^Leo/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const email = dialog.getByRole('checkbox', { name: /^Email/ })
    await user.click(email)
    expect(email).toHaveProperty('checked', false)
    expect(dialog.getByText(words)).toBeDefined()
  })

  test('is sent one code however often it is pressed, and a lost one can be asked for again', async () => {
    const calls = hold(resendShortCode)
    const { user } = await open(ProfilePage, {
      at: paths.profile('aurora'),
      pattern: '/:customerUrl/profile',
    })
    const button = await screen.findByRole('button', { name: 'Verify It Again' })
    await user.click(button)
    await user.click(button)
    const first = await nth(calls, 1)
    expect(first.body).toEqual({ username: 'stella', otpType: 'email', resend: true })
    await meanwhile(() => first.drop())
    await user.click(await screen.findByRole('button', { name: 'Verify It Again' }))
    await nth(calls, 2)
    expect(calls).toHaveLength(2)
  })
})
