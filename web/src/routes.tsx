import { pagePaths, pages } from '@almanac/contract/pages'
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { readTenantDetails } from './api/tenant-details.ts'
import { Arrival } from './shells/arrival.tsx'
import { ErrorScreen } from './shells/error-screen.tsx'
import { askForProtected, askForPublic, Public } from './shells/guard.tsx'
import { NotFoundScreen } from './shells/not-found-screen.tsx'
import { ScreenError } from './shells/screen-error.tsx'
import { ServerPage } from './shells/server-page.tsx'
import { TenantGate } from './shells/tenant-gate.tsx'
import { WaitingScreen } from './shells/waiting-screen.tsx'

/** Asks for a tenant's details while the screen's script is on its way. */
function askForTenant({ params }: LoaderFunctionArgs): void {
  // The screen that shows them tells of a failure.
  if (params.customerUrl) readTenantDetails(params.customerUrl).catch(() => undefined)
}

function enterPublic(call: LoaderFunctionArgs): null {
  askForPublic()
  askForTenant(call)
  return null
}

function enterProtected(call: LoaderFunctionArgs): null {
  askForProtected()
  askForTenant(call)
  return null
}

/** A role's part of the map: its guard and frame around its screens. */
function area(lazy: () => Promise<{ Component: ComponentType }>, screens: RouteObject[]): RouteObject {
  return {
    loader: enterProtected,
    lazy,
    children: [{ ErrorBoundary: ScreenError, children: screens }],
  }
}

const publicScreens: RouteObject = {
  loader: enterPublic,
  Component: Public,
  children: [
    {
      Component: TenantGate,
      children: [{ path: pages.login, lazy: () => import('./features/identity/login-page.tsx') }],
    },
    { path: pages.admin.login, lazy: () => import('./features/identity/admin-login-page.tsx') },
  ],
}

const consumerScreens: RouteObject[] = [
  { path: pages.dashboard, lazy: () => import('./shells/dashboard-screen.tsx') },
  { path: pages.packages, lazy: () => import('./shells/packages-screen.tsx') },
  { path: pages.purchase, lazy: () => import('./features/payments/purchase-page.tsx') },
  { path: pages.walletReturn, lazy: () => import('./features/payments/wallet-return-page.tsx') },
  { path: pages.subscriptions, lazy: () => import('./shells/subscriptions-screen.tsx') },
  { path: pages.faq, lazy: () => import('./features/support/faq-page.tsx') },
  { path: pages.contactSupport, lazy: () => import('./features/support/contact-page.tsx') },
  { path: pages.supportTickets, lazy: () => import('./features/support/own-tickets-page.tsx') },
  { path: pages.activity, lazy: () => import('./features/activity/activity-page.tsx') },
  { path: pages.receipt, lazy: () => import('./features/activity/receipt-page.tsx') },
  { path: pages.defaultPayment, lazy: () => import('./features/payments/default-payment-page.tsx') },
  {
    path: pages.defaultWalletReturn,
    lazy: () => import('./features/payments/default-wallet-return-page.tsx'),
  },
  { path: pages.profile, lazy: () => import('./shells/consumer-profile-screen.tsx') },
  ...profileEditing(pages),
]

interface ProfileAddresses {
  profile: string
  profileEdit: string
  profileVerification: string
  profilePassword: string
}

/** An operator's or admin's own profile, at its own addresses. */
function profileScreens(at: ProfileAddresses): RouteObject[] {
  return [
    { path: at.profile, lazy: () => import('./features/profile/profile-page.tsx') },
    ...profileEditing(at),
  ]
}

/** What changes a profile, of all three roles. */
function profileEditing(at: ProfileAddresses): RouteObject[] {
  return [
    { path: at.profileEdit, lazy: () => import('./features/profile/profile-edit-page.tsx') },
    { path: at.profileVerification, lazy: () => import('./features/profile/verification-page.tsx') },
    { path: at.profilePassword, lazy: () => import('./features/profile/change-password-page.tsx') },
  ]
}

const operatorScreens: RouteObject[] = [
  { path: pages.operator.revenueReport, lazy: () => import('./features/reports/revenue-report-page.tsx') },
  { path: pages.operator.calendar, lazy: () => import('./shells/calendar-screen.tsx') },
  { path: pages.operator.rehearsal, lazy: () => import('./features/rehearsal/rehearsal-page.tsx') },
  { path: pages.operator.categories, lazy: () => import('./features/categories/categories-page.tsx') },
  { path: pages.operator.category, lazy: () => import('./shells/category-screen.tsx') },
  { path: pages.operator.shortTextUpload, lazy: () => import('./features/texts/new-short-text-page.tsx') },
  { path: pages.operator.packages, lazy: () => import('./features/packages/operator-packages-page.tsx') },
  { path: pages.operator.faq, lazy: () => import('./features/support/operator-faq-page.tsx') },
  { path: pages.operator.tickets, lazy: () => import('./features/support/operator-tickets-page.tsx') },
  ...profileScreens(pages.operator),
]

const adminScreens: RouteObject[] = [
  { path: pages.admin.customers, lazy: () => import('./shells/customers-screen.tsx') },
  { path: pages.admin.customerAdd, lazy: () => import('./shells/customer-wizard-screen.tsx') },
  { path: pages.admin.customer, lazy: () => import('./shells/customer-screen.tsx') },
  { path: pages.admin.customerEdit, lazy: () => import('./features/tenants/customer-edit-page.tsx') },
  { path: pages.admin.consumers, lazy: () => import('./features/consumers/consumers-page.tsx') },
  { path: pages.admin.payments, lazy: () => import('./features/payments/refunds/payments-page.tsx') },
  {
    path: pages.admin.tokenTransactions,
    lazy: () => import('./features/ledger/token-transactions-page.tsx'),
  },
  { path: pages.admin.audit, lazy: () => import('./features/audit/audit-page.tsx') },
  { path: pages.admin.health, lazy: () => import('./features/operations/health-page.tsx') },
  ...profileScreens(pages.admin),
]

/** A tenant's screens if one were called `admin`, which none is: the router would take them for its. */
const nobodysScreens: RouteObject[] = pagePaths
  .filter((address) => address.startsWith(`${pages.landing}/`))
  .map((address) => address.replace(pages.landing, '/admin'))
  .filter((address) => !pagePaths.includes(address))
  .map((path) => ({ path, Component: NotFoundScreen }))

/** The whole map: every screen is a lazy chunk of its own that exports `Component`. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: WaitingScreen,
    Component: Arrival,
    children: [
      {
        ErrorBoundary: ErrorScreen,
        children: [
          publicScreens,
          area(() => import('./shells/consumer-area.tsx'), consumerScreens),
          area(() => import('./shells/operator-area.tsx'), operatorScreens),
          area(() => import('./shells/admin-area.tsx'), adminScreens),
          { path: pages.root, Component: ServerPage },
          { path: pages.landing, Component: ServerPage },
          ...nobodysScreens,
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
]

/** The app's router on the browser's history. */
export function createRouter() {
  return createBrowserRouter(routes)
}
