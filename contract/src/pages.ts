import type { Role } from './endpoint.ts'

/**
 * Every screen's address, written once: here. `:customerUrl` is a tenant's slug. The web app's routes are these, links
 * are made by `paths`, and the server answers any other address with 404.
 */
export const pages = {
  root: '/',
  landing: '/:customerUrl',
  login: '/:customerUrl/login',

  dashboard: '/:customerUrl/dashboard',
  packages: '/:customerUrl/packages',
  purchase: '/:customerUrl/packages/purchase',
  /** Where a wallet's order comes back to, approved or not. */
  walletReturn: '/:customerUrl/packages/purchase/wallet/:purchaseId',
  subscriptions: '/:customerUrl/subscriptions',
  faq: '/:customerUrl/faq',
  contactSupport: '/:customerUrl/contact-support',
  supportTickets: '/:customerUrl/support-tickets',
  activity: '/:customerUrl/activity',
  receipt: '/:customerUrl/activity/:purchaseId',
  profile: '/:customerUrl/profile',
  profileEdit: '/:customerUrl/profile/edit',
  profileVerification: '/:customerUrl/profile/edit/verification',
  profilePassword: '/:customerUrl/profile/change-password',
  defaultPayment: '/:customerUrl/profile/default-payment/update',
  /** Where the wallet's provider sends a consumer who agreed to it as the default payment. */
  defaultWalletReturn: '/:customerUrl/paypal/default-payment/success',

  operator: {
    revenueReport: '/:customerUrl/customer/revenue-report',
    calendar: '/:customerUrl/customer/calendar',
    rehearsal: '/:customerUrl/customer/calendar/rehearsal',
    categories: '/:customerUrl/customer/categories',
    category: '/:customerUrl/customer/categories/:categoryId',
    shortTextUpload: '/:customerUrl/customer/categories/:categoryId/short-text/upload',
    packages: '/:customerUrl/customer/packages',
    faq: '/:customerUrl/customer/faq',
    tickets: '/:customerUrl/customer/tickets',
    profile: '/:customerUrl/customer/profile',
    profileEdit: '/:customerUrl/customer/profile/edit',
    profileVerification: '/:customerUrl/customer/profile/edit/verification',
    profilePassword: '/:customerUrl/customer/profile/change-password',
  },

  admin: {
    login: '/admin/login',
    customers: '/admin/customers',
    customerAdd: '/admin/customers/add',
    customer: '/admin/customers/:customerId',
    customerEdit: '/admin/customers/:customerId/edit',
    consumers: '/admin/consumers',
    payments: '/admin/credit-refund',
    /** Spelled so. */
    tokenTransactions: '/admin/token-transction',
    audit: '/admin/audit',
    health: '/admin/health',
    profile: '/admin/profile',
    profileEdit: '/admin/profile/edit',
    profileVerification: '/admin/profile/edit/verification',
    profilePassword: '/admin/profile/change-password',
  },
} as const

/** What fills an address, in its order: `[customerUrl, purchaseId]`. Ids are numbers, a tenant's slug is text. */
type Parts<Address extends string> = Address extends `${string}:${infer Name}/${infer Rest}`
  ? [part: PartOf<Name>, ...Parts<Rest>]
  : Address extends `${string}:${infer Name}`
    ? [part: PartOf<Name>]
    : []
type PartOf<Name extends string> = Name extends `${string}Id` ? number : string

type Paths<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends string
    ? (...parts: Parts<Tree[Name]>) => string
    : Paths<Tree[Name]>
}

function fill(address: string, parts: (string | number)[]): string {
  let next = 0
  return address.replace(/:\w+/g, () => encodeURIComponent(parts[next++] ?? ''))
}

type Tree = { readonly [name: string]: string | Tree }

function pathsOf<T extends Tree>(tree: T): Paths<T> {
  const entries = Object.entries(tree).map(([name, address]) => [
    name,
    typeof address === 'string' ? (...parts: (string | number)[]) => fill(address, parts) : pathsOf(address),
  ])
  return Object.fromEntries(entries)
}

/** The path of each screen: `paths.receipt('aurora', 7)`. What it is given is percent-encoded. */
export const paths = pathsOf(pages)

/** The login screen, open on registration; a link works without a script, so that a fragment asks for it. */
export const registerHash = '#register'
export const registerPath = (customerUrl: string): string => `${paths.login(customerUrl)}${registerHash}`

/** The path where a role starts and where the logo leads; the tenant's slug is that of its user, none for admins. */
export function homePath(role: Role, customerUrl: string): string {
  if (role === 'admin') return paths.admin.customers()
  return role === 'customer' ? paths.operator.revenueReport(customerUrl) : paths.dashboard(customerUrl)
}

/** Where a signed-out person of a role signs in. */
export function loginPath(role: Role, customerUrl: string): string {
  return role === 'admin' ? paths.admin.login() : paths.login(customerUrl)
}

function addressesOf(tree: Tree): string[] {
  return Object.values(tree).flatMap((address) =>
    typeof address === 'string' ? [address] : addressesOf(address),
  )
}

/** All the addresses but `/`. */
export const pagePaths: readonly string[] = addressesOf(pages).filter((address) => address !== pages.root)

/** No tenant is called `admin`: what would be a screen of its is none. */
const patterns = pagePaths.map((path) => {
  const pattern = path.replace('/:customerUrl', '/(?!admin/.)[^/]+').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}/?$`, 'i')
})

/** Whether a path is one of the app's screens. */
export function isPagePath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** The slug in a page's path, lower-case; null on admin's pages and on `/`. */
export function readTenantSlug(path: string): string | null {
  const first = path.split('/')[1]?.toLowerCase() ?? ''
  return first === '' || first === 'admin' ? null : first
}
