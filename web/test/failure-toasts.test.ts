import { listAudio, listConsumerAudio } from '@almanac/contract/audio'
import { getAutoPurchase } from '@almanac/contract/auto-purchase'
import { listConsumerCategories } from '@almanac/contract/categories'
import type { Endpoint } from '@almanac/contract/endpoint'
import { adminChangePassword, changePassword, login } from '@almanac/contract/identity'
import { listOwnTokenTransactions } from '@almanac/contract/ledger'
import { listConsumerPackages, listPackages } from '@almanac/contract/packages'
import {
  addDefaultCard,
  getDefaultPayment,
  getPaymentSettings,
  listOpenPurchases,
  listPurchases,
  purchaseWithCard,
  updateDefaultCard,
} from '@almanac/contract/payments'
import {
  getAdminProfile,
  getConsumerProfile,
  getCustomerProfile,
  type UserInfo,
  updateConsumerProfile,
} from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { listOwnTickets } from '@almanac/contract/support'
import { listCustomers } from '@almanac/contract/tenants'
import { getShortTextSettings, listShortTexts } from '@almanac/contract/texts'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  admin,
  category,
  noPayment,
  noRule,
  offer,
  operator,
  pageOf,
  profile,
  stella,
  tenant,
  virgo,
} from './people.ts'
import { answer, fail, render, signIn, stored, submit, textOf, using } from './screen.ts'

const { hideToast, readToasts, subscribeToasts } = await import('../src/ui/toast-store.ts')
const { AudioSessionProvider } = await import('../src/features/audio/listening/audio-session.tsx')
const { PurchaseList } = await import('../src/features/activity/purchase-list.tsx')
const { OperatorAudioTab } = await import('../src/features/audio/uploads/audio-tab.tsx')
const { ShortTextTab } = await import('../src/features/texts/short-text-tab.tsx')
const { usePurchase } = await import('../src/features/payments/use-purchase.ts')
const { useSaveCard } = await import('../src/features/payments/use-save-card.ts')
const { useProfileAccess } = await import('../src/features/profile/profile-access.ts')
const { queryClient, readOf } = await import('../src/api/query-client.ts')
const { call } = await import('../src/api/call.ts')

beforeEach(async () => {
  for (const { id } of readToasts()) hideToast(id)
  answer(getCustomerDetailsByUrl, tenant)
  answer(listConsumerCategories, pageOf([virgo, category()]))
  answer(listConsumerPackages, { packages: [offer()] })
  answer(listOpenPurchases, { purchases: [] })
  answer(getShortTextSettings, { scheduleDelayMinutes: 5, timeZone: tenant.timeZone, usualTime: '07:00' })
  answer(getDefaultPayment, noPayment)
  answer(getAutoPurchase, noRule)
  answer(getConsumerProfile, profile)
  answer(getPaymentSettings, {
    card: { mode: 'sandbox', frameOrigin: 'http://127.0.0.1:1' },
    wallets: [],
    statementDescriptor: 'ALMANAC* AURORA',
  })
  stored.set('audio-session:7', JSON.stringify({ id: 'session-one', chargedIds: [], track: null }))
  await signIn(stella)
})

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`)
const dashboard = () => import('../src/features/audio/listening/dashboard-page.tsx')
const profilePage = () => import('../src/features/profile/profile-page.tsx')
const DEFAULT = 'An error occurred. Please try again.'

interface Read {
  what: string
  user: UserInfo
  endpoint: Endpoint
  screen: Parameters<typeof render>[0]
  /** Of the error catalogue. */
  sentence: string
  place?: Parameters<typeof render>[1]
}

const reads: Read[] = [
  {
    what: 'the packages',
    user: stella,
    endpoint: listConsumerPackages,
    screen: () => import('../src/shells/packages-screen.tsx'),
    sentence: 'Error while getting packages',
  },
  {
    what: 'the package to purchase',
    user: stella,
    endpoint: listConsumerPackages,
    screen: () => import('../src/features/payments/purchase-page.tsx'),
    place: { state: { packageId: 21 } },
    sentence: 'Error while getting packages',
  },
  {
    what: "the operator's packages",
    user: operator,
    endpoint: listPackages,
    screen: () => import('../src/features/packages/operator-packages-page.tsx'),
    sentence: 'Error while getting packages',
  },
  {
    what: "the consumer's profile",
    user: stella,
    endpoint: getConsumerProfile,
    screen: profilePage,
    sentence: 'Error While Getting Profile Info',
  },
  {
    what: "the operator's profile",
    user: operator,
    endpoint: getCustomerProfile,
    screen: profilePage,
    sentence: 'Error While Getting Profile Info',
  },
  {
    what: "the admin's profile",
    user: admin,
    endpoint: getAdminProfile,
    screen: profilePage,
    sentence: 'Error While Getting Admin Profile Info',
  },
  {
    what: 'the default payment on the profile',
    user: stella,
    endpoint: getDefaultPayment,
    screen: profilePage,
    sentence: 'Error while getting default card info.',
  },
  {
    what: 'the default payment to update',
    user: stella,
    endpoint: getDefaultPayment,
    screen: () => import('../src/features/payments/default-payment-page.tsx'),
    sentence: 'Error while getting default card info.',
  },
  {
    what: 'the default payment beside a purchase',
    user: stella,
    endpoint: getDefaultPayment,
    screen: () => import('../src/features/payments/purchase-page.tsx'),
    place: { state: { packageId: 21 } },
    sentence: 'Error while getting default card info.',
  },
  {
    what: 'the signs',
    user: stella,
    endpoint: listConsumerCategories,
    screen: dashboard,
    place: { frame: AudioSessionProvider },
    sentence: DEFAULT,
  },
  {
    what: 'the readings',
    user: stella,
    endpoint: listConsumerAudio,
    screen: dashboard,
    place: { frame: AudioSessionProvider },
    sentence: DEFAULT,
  },
  {
    what: "the operator's readings",
    user: operator,
    endpoint: listAudio,
    screen: { Component: () => createElement(OperatorAudioTab, { categoryId: 5 }) },
    sentence: DEFAULT,
  },
  {
    what: 'the token history',
    user: stella,
    endpoint: listOwnTokenTransactions,
    screen: () => import('../src/features/activity/activity-page.tsx'),
    sentence: 'Error while getting token transaction.',
  },
  {
    what: 'the purchases',
    user: stella,
    endpoint: listPurchases,
    screen: { Component: PurchaseList },
    sentence: DEFAULT,
  },
  {
    what: 'the own messages',
    user: stella,
    endpoint: listOwnTickets,
    screen: () => import('../src/features/support/own-tickets-page.tsx'),
    sentence: DEFAULT,
  },
  {
    what: 'the short texts',
    user: operator,
    endpoint: listShortTexts,
    screen: { Component: () => createElement(ShortTextTab, { categoryId: 5 }) },
    sentence: DEFAULT,
  },
  {
    what: 'the settings of short texts',
    user: operator,
    endpoint: getShortTextSettings,
    screen: () => import('../src/features/texts/new-short-text-page.tsx'),
    place: { at: '/aurora/5', pattern: '/aurora/:categoryId' },
    sentence: DEFAULT,
  },
  {
    what: 'the customers',
    user: admin,
    endpoint: listCustomers,
    screen: () => import('../src/features/tenants/customers-page.tsx'),
    sentence: DEFAULT,
  },
]

describe.each(reads)('$what that cannot be read', ({ user, endpoint, screen, sentence, place }) => {
  const show = async () => {
    await signIn(user)
    return textOf(await render(screen, place))
  }

  test("toast the server's sentence, and the screen keeps it", async () => {
    fail(endpoint, { message: 'The moon is in the way.' })
    expect(await show()).toContain('The moon is in the way. Try again')
    expect(toasts()).toEqual(['error: The moon is in the way.'])
  })

  test('have the words of the catalogue where the server has none', async () => {
    fail(endpoint)
    expect(await show()).toContain(`${sentence} Try again`)
    expect(toasts()).toEqual([`error: ${sentence}`])
  })
})

test('each of the first five lines is a toast of its own, the rest a note', async () => {
  fail(listConsumerPackages, { message: 'No.', errorMessageList: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, 400)
  await render(() => import('../src/shells/packages-screen.tsx'))
  expect(toasts()).toEqual(
    [...'abcde'].map((line) => `error: ${line}`).concat('error: More error message exists.'),
  )
})

describe('one failure', () => {
  const read = () => readOf(listOwnTokenTransactions, { params: { customerUrl: 'aurora', consumerId: 7 } })
  const heard: number[] = []
  beforeEach(() => {
    heard.length = 0
    return subscribeToasts(() => heard.push(readToasts().length))
  })

  test('of a read that several parts of the screen share is told once', async () => {
    fail(listOwnTokenTransactions, { message: 'Away.' })
    await Promise.allSettled([1, 2, 3].map(() => queryClient.fetchQuery({ ...read(), retry: false })))
    expect([heard, toasts()]).toEqual([[1], ['error: Away.']])
  })

  test('of a read that is tried again is told once, at the end', async () => {
    fail(listOwnTokenTransactions, { message: 'Away.' }, 503)
    await expect(queryClient.fetchQuery({ ...read(), retry: 2, retryDelay: 0 })).rejects.toThrow('Away.')
    expect([heard, toasts()]).toEqual([[1], ['error: Away.']])
  })

  test('of a read that has something to show from before is told too', async () => {
    answer(listOwnTokenTransactions, pageOf([]))
    await queryClient.fetchQuery(read())
    fail(listOwnTokenTransactions, { message: 'Away.' })
    await expect(queryClient.fetchQuery({ ...read(), staleTime: 0, retry: false })).rejects.toThrow('Away.')
    expect(toasts()).toEqual(['error: Away.'])
  })

  test.each([
    ['a 401, which leads to the login', 401],
    ['a read that was stopped', 'stopped'],
  ] as const)('of %s is not told', async (_, how) => {
    fail(listOwnTokenTransactions, { message: 'Please log in to continue.' }, how === 401 ? 401 : 500)
    const reading = queryClient.fetchQuery({ ...read(), retry: false }).catch(() => undefined)
    if (how === 'stopped') await queryClient.cancelQueries()
    await reading
    expect(heard).toEqual([])
  })
})

const reader = { createPaymentMethod: async () => ({ id: 'pm_card_visa' }) }

interface Write {
  what: string
  endpoint: Endpoint
  /** Of the error catalogue. */
  sentence: string
  act: () => Promise<unknown>
}

const writes: Write[] = [
  {
    what: 'a purchase',
    endpoint: purchaseWithCard,
    sentence: DEFAULT,
    act: async () => {
      const purchase = await using(() => usePurchase({ onPaid: () => undefined }))
      await purchase.payWithCard(reader, false, { id: 21, price: 25.2, numberOfTokens: 28 })
    },
  },
  {
    what: 'a new default card',
    endpoint: addDefaultCard,
    sentence: 'Error while adding default payment.',
    act: async () => (await using(() => useSaveCard(false, () => undefined))).save(reader),
  },
  {
    what: 'another default card',
    endpoint: updateDefaultCard,
    sentence: 'Error while updating default card info.',
    act: async () => (await using(() => useSaveCard(true, () => undefined))).save(reader),
  },
  {
    what: 'a profile',
    endpoint: updateConsumerProfile,
    sentence: 'Error While Updaing Profile',
    act: async () => {
      await render(() => import('../src/features/profile/profile-edit-page.tsx'))
      await submit()
    },
  },
  {
    what: 'a password',
    endpoint: changePassword,
    sentence: 'Error While Updaing Password',
    act: async () => {
      const { changePassword } = await using(useProfileAccess)
      await changePassword({ currentPassword: 'a', newPassword: 'b', confirmNewPassword: 'b' })
    },
  },
  {
    what: "an admin's password",
    endpoint: adminChangePassword,
    sentence: 'Error While Updaing Password of Admin',
    act: async () => {
      await signIn(admin)
      const { changePassword } = await using(useProfileAccess)
      await changePassword({ currentPassword: 'a', newPassword: 'b', confirmNewPassword: 'b' })
    },
  },
]

describe.each(writes)('$what that is not saved', ({ endpoint, sentence, act }) => {
  test.each([
    [
      "has the server's sentence",
      { message: 'The moon is in the way.', code: 'x' },
      'The moon is in the way.',
    ],
    ['has the words of the catalogue where the server has none', {}, sentence],
  ])('%s as a toast, once', async (_, words, shown) => {
    fail(endpoint, words)
    await act().catch(() => undefined)
    await expect.poll(toasts).toEqual([`error: ${shown}`])
  })
})

test('a declined purchase is toasted beside the line under the form', async () => {
  fail(purchaseWithCard, { message: 'Your card was declined.', code: 'payment_declined' }, 402)
  await writes[0]?.act()
  expect(toasts()).toEqual(['error: Your card was declined.'])
})

test('a payment that is being found out is no failure', async () => {
  fail(purchaseWithCard, { message: 'Being confirmed.', code: 'payment_pending' }, 409)
  await writes[0]?.act()
  expect(toasts()).toEqual([])
})

test('what stands under its field is no toast', async () => {
  fail(updateConsumerProfile, { message: 'Taken.', code: 'email_taken', isExistingEmail: true }, 409)
  await render(() => import('../src/features/profile/profile-edit-page.tsx'))
  await submit()
  expect(toasts()).toEqual([])
})

test('a login that has to verify its email first says why', async () => {
  fail(
    login,
    {
      message: 'Please verify your email first.',
      code: 'email_unverified',
      needEmailVerification: true,
      username: 'stella',
      tempEmail: 's@mail.example',
    },
    403,
  )
  await call(login, {
    params: { customerUrl: 'aurora' },
    body: { usernameOrEmail: 'stella', password: 'x' },
  }).catch(() => undefined)
  expect(toasts()).toEqual(['error: Please verify your email first.'])
})
