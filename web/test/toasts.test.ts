import { logout } from '@almanac/contract/identity'
import { getPaymentSettings, listOpenPurchases } from '@almanac/contract/payments'
import { getConsumerProfile, updateConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { profile, stella, tenant } from './people.ts'
import { answer, fail, render, signIn, submit, textsOf, using } from './screen.ts'

const { hideToast, readToasts, showToast } = await import('../src/ui/toast-store.ts')
const { Toaster } = await import('../src/ui/toaster.tsx')
const { useAccount } = await import('../src/shells/use-account.ts')
const { usePurchase } = await import('../src/features/payments/use-purchase.ts')
const { useSaveCard } = await import('../src/features/payments/use-save-card.ts')

beforeAll(() => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, profile)
  answer(listOpenPurchases, { purchases: [] })
  answer(getPaymentSettings, {
    card: { mode: 'sandbox', frameOrigin: 'http://127.0.0.1:1' },
    wallets: [],
    statementDescriptor: 'ALMANAC* AURORA',
  })
})
beforeEach(async () => {
  for (const { id } of readToasts()) hideToast(id)
  await signIn(stella)
})

const toasts = () => readToasts().map(({ kind, text }) => [kind, text])
const brokenReader = { createPaymentMethod: async () => ({ isIncomplete: false, error: 'Not read.' }) }

test('logging out that fails', async () => {
  fail(logout)
  const { onLogout } = await using(() => useAccount('/aurora/profile'))
  onLogout()
  await expect.poll(toasts).toEqual([['error', 'Some error occurred']])
})

test('a card that the provider can not read for a purchase', async () => {
  const purchase = await using(() => usePurchase({ onPaid: () => undefined }))
  await purchase.payWithCard(brokenReader, false, { id: 21, price: 25.2, numberOfTokens: 28 })
  expect(toasts()).toEqual([['error', 'Error while purchasing packages']])
})

test.each([
  [false, 'Error while adding default payment.'],
  [true, 'Error while updating default card info.'],
])('a card that the provider can not read to save it, one being there: %s', async (hasDefault, message) => {
  const { save } = await using(() => useSaveCard(hasDefault, () => undefined))
  await save(brokenReader)
  expect(toasts()).toEqual([['error', message]])
})

test('a profile that can not be saved', async () => {
  fail(updateConsumerProfile)
  await render(() => import('../src/features/profile/profile-edit-page.tsx'))
  await submit()
  await expect.poll(toasts).toEqual([['error', 'Error While Updaing Profile']])
})

test('a profile that was saved', async () => {
  answer(updateConsumerProfile, {
    ...profile,
    message: 'Profile updated successfully',
    needEmailVerification: false,
    needSmsPhoneNumberVerification: false,
  })
  await render(() => import('../src/features/profile/profile-edit-page.tsx'))
  await submit()
  await expect.poll(toasts).toEqual([['success', 'Profile updated successfully']])
})

test('each kind has its mark', async () => {
  const kinds = ['info', 'success', 'warn', 'error'] as const
  for (const kind of kinds) showToast(kind, `This is ${kind}.`)
  const markup = await render({ Component: Toaster })
  expect(textsOf(markup, 'li')).toEqual(kinds.map((kind) => `This is ${kind}.`))
  // Every other drawing is that of the button that puts the line away.
  const marks = (markup.match(/<svg.*?<\/svg>/gs) ?? []).filter((_mark, index) => index % 2 === 0)
  expect(marks).toHaveLength(kinds.length)
  expect(new Set(marks).size).toBe(kinds.length)
})
