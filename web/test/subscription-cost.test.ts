// @vitest-environment happy-dom
import { listConsumerCategories } from '@almanac/contract/categories'
import { consentWording } from '@almanac/contract/consent'
import { getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { subscribe } from '@almanac/contract/subscriptions'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { useTenantParams } from '../src/api/session.ts'
import { useEndpoint } from '../src/api/use-endpoint.ts'
import { SubscriptionDialog } from '../src/features/subscriptions/subscription-dialog.tsx'
import { category, pageOf, profile, stella, tenant } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

/** A sign whose Sunbursts cost so much by SMS. */
const leoAt = (numberOfTokens: number) =>
  category({
    deliveryMediums: [
      { id: 1, name: 'audio', numberOfTokens: 7, isDisable: false },
      { id: 2, name: 'sms', numberOfTokens, isDisable: false },
      { id: 3, name: 'email', numberOfTokens: 1, isDisable: false },
    ],
  })

/** The dialog over a list that refreshes. */
const subscriptionsWith = (onClose: () => void) => () => {
  const { data } = useEndpoint(listConsumerCategories, { params: useTenantParams() })
  return createElement(SubscriptionDialog, { sign: data?.data[0], onClose })
}
const Subscriptions = subscriptionsWith(() => undefined)

/** Opens the dialog and presses Subscribe with SMS ticked; each call waits for the test. */
async function subscribeBySms(Screen = Subscriptions) {
  showOn('laptop')
  answer(getCustomerDetailsByUrl, tenant)
  await signIn(stella)
  answer(getConsumerProfile, profile)
  answer(listConsumerCategories, pageOf([leoAt(1)]))
  const calls = hold(subscribe)
  const { user } = await open(Screen)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('checkbox', { name: /SMS/ }))
  await user.click(dialog.getByRole('button', { name: 'Subscribe' }))
  return { user, dialog, calls }
}

test('a cost that changed is shown, and nothing was subscribed until it is confirmed', async () => {
  const { user, dialog, calls } = await subscribeBySms()
  const first = await nth(calls, 1)
  expect(first.body).toEqual({ mediums: ['sms'], expectedTokens: 1 })
  answer(listConsumerCategories, pageOf([leoAt(3)]))
  await meanwhile(() =>
    first.refuse('price_changed', { numberOfTokens: 3, message: 'The cost has changed.' }),
  )
  await screen.findByText('The cost has changed.')
  await waitFor(() => expect(dialog.getByText(/3 Tokens/)).toBeDefined())
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /SMS/ }).checked).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Subscribe' }))
  expect((await nth(calls, 2)).body).toEqual({ mediums: ['sms'], expectedTokens: 3 })
})

test('what is agreed to stands there before anything is ticked, in the words that the server keeps', async () => {
  showOn('laptop')
  answer(getCustomerDetailsByUrl, tenant)
  await signIn(stella)
  answer(getConsumerProfile, profile)
  answer(listConsumerCategories, pageOf([leoAt(1)]))
  await open(Subscriptions)
  const dialog = within(await screen.findByRole('dialog'))
  const programme = { companyName: tenant.companyName, categoryName: 'Leo' }
  expect(await dialog.findByText(consentWording('sms', programme))).toBeDefined()
  expect(dialog.getByText(consentWording('email', programme))).toBeDefined()
})

test('the button keeps its word until the dialog is closed, although the sign is subscribed by then', async () => {
  const words: (string | null)[] = []
  const say = () => words.push(screen.getByRole('dialog').querySelector('[type=submit]')?.textContent ?? null)
  const { calls } = await subscribeBySms(subscriptionsWith(say))
  const call = await nth(calls, 1)
  answer(listConsumerCategories, pageOf([{ ...leoAt(1), isSubscribed: true, subscribedMediums: ['sms'] }]))
  await meanwhile(() => call.answer({ message: 'Subscription updated successfully.' }))
  await waitFor(() => expect(words).toEqual(['Subscribe']))
})
