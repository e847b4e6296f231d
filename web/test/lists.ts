import { listAudio, listConsumerAudio } from '@almanac/contract/audio'
import { listAdminCategories } from '@almanac/contract/categories'
import { listTextDeliveries } from '@almanac/contract/delivery'
import type { Answer, Endpoint } from '@almanac/contract/endpoint'
import { listOwnTokenTransactions, listTokenTransactions } from '@almanac/contract/ledger'
import { listAdminPackages, listPackages } from '@almanac/contract/packages'
import { listPurchases } from '@almanac/contract/payments'
import type { Paged } from '@almanac/contract/primitives'
import type { UserInfo } from '@almanac/contract/profile'
import { listPaymentHistories } from '@almanac/contract/refunds'
import { listGrossSales } from '@almanac/contract/reports'
import { listOwnTickets, listTickets } from '@almanac/contract/support'
import { listCustomers } from '@almanac/contract/tenants'
import { listShortTexts } from '@almanac/contract/texts'
import { type ComponentType, createElement } from 'react'
import { PurchaseList } from '../src/features/activity/purchase-list.tsx'
import { TokenHistory } from '../src/features/activity/token-history.tsx'
import { AudioSessionProvider } from '../src/features/audio/listening/audio-session.tsx'
import { ReadingList } from '../src/features/audio/listening/reading-list.tsx'
import { OperatorAudioTab } from '../src/features/audio/uploads/audio-tab.tsx'
import { CategoryAdmin } from '../src/features/categories/admin/category-admin.tsx'
import { Component as TokenTransactions } from '../src/features/ledger/token-transactions-page.tsx'
import { PackageAdmin } from '../src/features/packages/admin/package-admin.tsx'
import { Component as Packages } from '../src/features/packages/operator-packages-page.tsx'
import { Component as Payments } from '../src/features/payments/refunds/payments-page.tsx'
import { GrossSales } from '../src/features/reports/gross-sales.tsx'
import { Component as OperatorTickets } from '../src/features/support/operator-tickets-page.tsx'
import { Component as OwnTickets } from '../src/features/support/own-tickets-page.tsx'
import { DeliveryRows } from '../src/features/texts/deliveries-dialog.tsx'
import { ShortTextTab } from '../src/features/texts/short-text-tab.tsx'
import { Component as Customers } from '../src/shells/customers-screen.tsx'
import { admin, category, offer, operator, operatorReading, payment, reading, stella } from './people.ts'
import { answer, hold } from './scene.ts'

/** Every list of the product by pages, each of two and a bit, with rows named after theirs: `Row 2.1.` */

interface HeldPage {
  query: URLSearchParams
  answer: () => void
  fail: () => void
}

export interface PagedScreen {
  title: string
  user: UserInfo
  Screen: ComponentType
  /** Rows that a page has at first. */
  itemPerPage: number
  /** From now on every page is answered at once. */
  serve: () => void
  /** From now on each page waits for the test. */
  hold: () => () => readonly HeldPage[]
}

const createdAt = '2026-11-18T12:00:00Z'

/** The page that was asked for, of a list of two pages and five rows; two rows of it, each with the page in its name. */
function pageFor<Row>(query: URLSearchParams, row: (id: number, name: string) => Row): Paged<Row> {
  const currentPage = Number(query.get('page'))
  const itemPerPage = Number(query.get('itemPerPage'))
  const data = [1, 2].map((place) => row(currentPage * 100 + place, `Row ${currentPage}.${place}.`))
  return { totalItems: 2 * itemPerPage + 5, totalPages: 3, currentPage, data }
}

interface Listed<E extends Endpoint> {
  user: UserInfo
  row: (id: number, name: string) => Answer<E> extends Paged<infer Row> ? Row : never
  Screen: ComponentType
  itemPerPage?: number
  /** What the answer has beside its page. */
  beside?: object
}

function paged<E extends Endpoint>(title: string, endpoint: E, listed: Listed<E>): PagedScreen {
  const { user, row, Screen, itemPerPage = 20, beside } = listed
  const answerTo = (query: URLSearchParams) => ({ ...pageFor(query, row), ...beside }) as Answer<E>
  return {
    title,
    user,
    Screen,
    itemPerPage,
    serve: () => answer(endpoint, answerTo),
    hold() {
      const calls = hold(endpoint)
      return () =>
        calls.map((call) => ({
          query: call.query,
          answer: () => call.answer(answerTo(call.query)),
          fail: () => call.fail({ message: 'The page is lost.' }),
        }))
    },
  }
}

const movement = { tokenDebit: 1, tokenCredit: 0, newTokenBalance: 9, createdAt }
const ticket = { email: 's@mail.example', status: 'open' as const, createdAt, answers: [] }

export const pagedScreens: readonly PagedScreen[] = [
  paged('the token history', listOwnTokenTransactions, {
    user: stella,
    row: (id, description) => ({ ...movement, id, description }),
    Screen: TokenHistory,
  }),
  paged('the purchases', listPurchases, {
    user: stella,
    row: (id, packageName) => ({
      id,
      packageName,
      numberOfTokens: 1,
      amount: 1,
      refundedAmount: 0,
      lostAmount: 0,
      state: 'paid' as const,
      paymentMethod: 'Stripe',
      cardBrand: 'visa',
      lastFourDigit: '4242',
      isAutoPurchase: false,
      createdAt,
    }),
    Screen: PurchaseList,
  }),
  paged('the readings', listConsumerAudio, {
    user: stella,
    row: (id, audioName) => ({ ...reading, id, audioName }),
    Screen: () =>
      createElement(AudioSessionProvider, null, createElement(ReadingList, { category: category() })),
  }),
  paged('one’s own tickets', listOwnTickets, {
    user: stella,
    row: (id, description) => ({ ...ticket, id, description }),
    Screen: OwnTickets,
    itemPerPage: 100,
  }),
  paged('the operator’s tickets', listTickets, {
    user: operator,
    row: (id, description) => ({ ...ticket, id, description, consumerName: 'Stella', username: 'stella' }),
    Screen: OperatorTickets,
    itemPerPage: 100,
    beside: { counts: { open: 205, answered: 0 } },
  }),
  paged('the audio files', listAudio, {
    user: operator,
    row: (id, audioName) => ({ ...operatorReading, id, audioName }),
    Screen: () => createElement(OperatorAudioTab, { categoryId: 5 }),
  }),
  paged('the short texts', listShortTexts, {
    user: operator,
    row: (id, messageName) => ({
      id,
      messageName,
      textContent: 'Make the call.',
      disburseDateTime: createdAt,
      status: 'scheduled' as const,
      deliveries: null,
    }),
    Screen: () => createElement(ShortTextTab, { categoryId: 5 }),
  }),
  paged('the deliveries of a figure', listTextDeliveries, {
    user: operator,
    row: (id, fullName) => ({
      id,
      fullName,
      username: 'stella',
      messages: [
        {
          medium: 'email' as const,
          recipient: 's****a@mail.example',
          fate: 'unknown' as const,
          dateTime: createdAt,
          reason: 'No report came.',
          tokensTaken: 1,
          tokensReturned: 0,
        },
      ],
    }),
    Screen: () =>
      createElement(DeliveryRows, {
        textId: 41,
        timeZone: 'America/St_Johns',
        opened: { list: 'unknown', title: 'Unknown' },
      }),
  }),
  paged('the operator’s packages', listPackages, {
    user: operator,
    row: (id, name) => offer({ id, name }),
    Screen: Packages,
  }),
  paged('the gross sales', listGrossSales, {
    user: operator,
    row: (id, name) => ({ id, name, packageSoldQuantity: 1, tokenCount: 7, totalAmount: 7 }),
    Screen: () => createElement(GrossSales, { range: { startDate: '2026-11-01', endDate: '2026-11-14' } }),
    beside: { totals: { packageSoldQuantity: 2, tokenCount: 14, totalAmount: 14 } },
  }),
  paged('the customers', listCustomers, {
    user: admin,
    row: (id, companyName) => ({
      id,
      companyName,
      url: 'aurora',
      logoUrl: null,
      fullName: 'Ada Desk',
      username: 'ops',
      email: 'ada@mail.example',
      numberOfCategories: 12,
      numberOfPackages: 5,
    }),
    Screen: Customers,
  }),
  paged('the categories of a customer', listAdminCategories, {
    user: admin,
    row: (id, name) => ({ ...category({ id, name }), subscriberCount: 0, scheduledTextCount: 0 }),
    Screen: () => createElement(CategoryAdmin, { customerId: 1, readOnly: false }),
  }),
  paged('the packages of a customer', listAdminPackages, {
    user: admin,
    row: (id, name) => ({ ...offer({ id, name }), autoPurchaseCount: 0 }),
    Screen: () => createElement(PackageAdmin, { customerId: 1, readOnly: false }),
  }),
  paged('the payments', listPaymentHistories, {
    user: admin,
    row: (id, email) => ({ ...payment, id, email }),
    Screen: Payments,
  }),
  paged('the token transactions', listTokenTransactions, {
    user: admin,
    row: (id, username) => ({ ...movement, id, username, customerUrl: 'aurora', description: 'A reading' }),
    Screen: TokenTransactions,
  }),
]
