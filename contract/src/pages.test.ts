import { describe, expect, test } from 'vitest'
import { homePath, isPagePath, loginPath, pagePaths, pages, paths, registerPath } from './pages.ts'

test('every address of the map', () => {
  expect(pages).toMatchInlineSnapshot(`
    {
      "activity": "/:customerUrl/activity",
      "admin": {
        "audit": "/admin/audit",
        "consumers": "/admin/consumers",
        "customer": "/admin/customers/:customerId",
        "customerAdd": "/admin/customers/add",
        "customerEdit": "/admin/customers/:customerId/edit",
        "customers": "/admin/customers",
        "health": "/admin/health",
        "login": "/admin/login",
        "payments": "/admin/credit-refund",
        "profile": "/admin/profile",
        "profileEdit": "/admin/profile/edit",
        "profilePassword": "/admin/profile/change-password",
        "profileVerification": "/admin/profile/edit/verification",
        "tokenTransactions": "/admin/token-transction",
      },
      "contactSupport": "/:customerUrl/contact-support",
      "dashboard": "/:customerUrl/dashboard",
      "defaultPayment": "/:customerUrl/profile/default-payment/update",
      "defaultWalletReturn": "/:customerUrl/paypal/default-payment/success",
      "faq": "/:customerUrl/faq",
      "landing": "/:customerUrl",
      "login": "/:customerUrl/login",
      "operator": {
        "calendar": "/:customerUrl/customer/calendar",
        "categories": "/:customerUrl/customer/categories",
        "category": "/:customerUrl/customer/categories/:categoryId",
        "faq": "/:customerUrl/customer/faq",
        "packages": "/:customerUrl/customer/packages",
        "profile": "/:customerUrl/customer/profile",
        "profileEdit": "/:customerUrl/customer/profile/edit",
        "profilePassword": "/:customerUrl/customer/profile/change-password",
        "profileVerification": "/:customerUrl/customer/profile/edit/verification",
        "rehearsal": "/:customerUrl/customer/calendar/rehearsal",
        "revenueReport": "/:customerUrl/customer/revenue-report",
        "shortTextUpload": "/:customerUrl/customer/categories/:categoryId/short-text/upload",
        "tickets": "/:customerUrl/customer/tickets",
      },
      "packages": "/:customerUrl/packages",
      "profile": "/:customerUrl/profile",
      "profileEdit": "/:customerUrl/profile/edit",
      "profilePassword": "/:customerUrl/profile/change-password",
      "profileVerification": "/:customerUrl/profile/edit/verification",
      "purchase": "/:customerUrl/packages/purchase",
      "receipt": "/:customerUrl/activity/:purchaseId",
      "root": "/",
      "subscriptions": "/:customerUrl/subscriptions",
      "supportTickets": "/:customerUrl/support-tickets",
      "walletReturn": "/:customerUrl/packages/purchase/wallet/:purchaseId",
    }
  `)
})

describe('with parameters', () => {
  test.each([
    [registerPath('aurora'), '/aurora/login#register'],
    [paths.login('aurora'), '/aurora/login'],
    [paths.operator.category('aurora', 7), '/aurora/customer/categories/7'],
    [paths.operator.shortTextUpload('aurora', 7), '/aurora/customer/categories/7/short-text/upload'],
    [paths.receipt('aurora', 3), '/aurora/activity/3'],
    [paths.landing('a/b?c'), '/a%2Fb%3Fc'],
  ])('%s', (path, expected) => expect(path).toBe(expected))
})

test('the server knows each of them, and no other', () => {
  for (const address of pagePaths) expect(isPagePath(address.replace(/:\w+/g, 'x')), address).toBe(true)
  expect(isPagePath('/aurora/dashboard/')).toBe(true)
  expect(isPagePath('/administration/dashboard')).toBe(true)
  expect(['/admin/packages', '/Admin/faq', '/admin/activity/3'].map(isPagePath)).toEqual([
    false,
    false,
    false,
  ])
  expect(['/aurora/nothing', '/aurora/activity/3/4', '/admin'].map(isPagePath)).toEqual([false, false, true])
})

test.each([
  ['admin', '/admin/customers', '/admin/login'],
  ['customer', '/aurora/customer/revenue-report', '/aurora/login'],
  ['consumer', '/aurora/dashboard', '/aurora/login'],
] as const)('%s starts at %s and signs in at %s', (role, home, login) => {
  expect(homePath(role, 'aurora')).toBe(home)
  expect([
    paths.admin.customers(),
    paths.operator.revenueReport('aurora'),
    paths.dashboard('aurora'),
  ]).toContain(home)
  expect(loginPath(role, 'aurora')).toBe(login)
})
