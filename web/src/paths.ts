/**
 * Every address of the web app, the one place where they are written. A path with parameters is a function;
 * each of them percent-encodes what it gets.
 */
const part = (value: string | number) => encodeURIComponent(value)
const tenantBase = (customerUrl: string) => `/${part(customerUrl)}`
const operatorBase = (customerUrl: string) => `${tenantBase(customerUrl)}/customer`

export const paths = {
  root: () => '/',
  landing: (customerUrl: string) => tenantBase(customerUrl),
  /** `register` opens the screen on registration. */
  login: (customerUrl: string, step?: 'register') =>
    `${tenantBase(customerUrl)}/login${step ? `#${step}` : ''}`,

  dashboard: (customerUrl: string) => `${tenantBase(customerUrl)}/dashboard`,
  packages: (customerUrl: string) => `${tenantBase(customerUrl)}/packages`,
  purchase: (customerUrl: string) => `${tenantBase(customerUrl)}/packages/purchase`,
  subscriptions: (customerUrl: string) => `${tenantBase(customerUrl)}/subscriptions`,
  faq: (customerUrl: string) => `${tenantBase(customerUrl)}/faq`,
  contactSupport: (customerUrl: string) => `${tenantBase(customerUrl)}/contact-support`,
  supportTickets: (customerUrl: string) => `${tenantBase(customerUrl)}/support-tickets`,
  activity: (customerUrl: string) => `${tenantBase(customerUrl)}/activity`,
  receipt: (customerUrl: string, purchaseId: number) =>
    `${tenantBase(customerUrl)}/activity/${part(purchaseId)}`,
  walletReturn: (customerUrl: string) => `${tenantBase(customerUrl)}/paypal/default-payment/success`,
  profile: (customerUrl: string) => `${tenantBase(customerUrl)}/profile`,
  profileEdit: (customerUrl: string) => `${tenantBase(customerUrl)}/profile/edit`,
  profileVerification: (customerUrl: string) => `${tenantBase(customerUrl)}/profile/edit/verification`,
  profilePassword: (customerUrl: string) => `${tenantBase(customerUrl)}/profile/change-password`,
  defaultPayment: (customerUrl: string) => `${tenantBase(customerUrl)}/profile/default-payment/update`,

  operator: {
    revenueReport: (customerUrl: string) => `${operatorBase(customerUrl)}/revenue-report`,
    categories: (customerUrl: string) => `${operatorBase(customerUrl)}/categories`,
    category: (customerUrl: string, categoryId: number) =>
      `${operatorBase(customerUrl)}/categories/${part(categoryId)}`,
    shortTextUpload: (customerUrl: string, categoryId: number) =>
      `${operatorBase(customerUrl)}/categories/${part(categoryId)}/short-text/upload`,
    packages: (customerUrl: string) => `${operatorBase(customerUrl)}/packages`,
    faq: (customerUrl: string) => `${operatorBase(customerUrl)}/faq`,
    tickets: (customerUrl: string) => `${operatorBase(customerUrl)}/tickets`,
    profile: (customerUrl: string) => `${operatorBase(customerUrl)}/profile`,
    profileEdit: (customerUrl: string) => `${operatorBase(customerUrl)}/profile/edit`,
    profileVerification: (customerUrl: string) => `${operatorBase(customerUrl)}/profile/edit/verification`,
    profilePassword: (customerUrl: string) => `${operatorBase(customerUrl)}/profile/change-password`,
  },

  admin: {
    login: () => '/admin/login',
    customers: () => '/admin/customers',
    customerAdd: () => '/admin/customers/add',
    customer: (customerId: number) => `/admin/customers/${part(customerId)}`,
    customerEdit: (customerId: number) => `/admin/customers/${part(customerId)}/edit`,
    consumers: () => '/admin/consumers',
    creditRefund: () => '/admin/credit-refund',
    /** Spelled so. */
    tokenTransactions: () => '/admin/token-transction',
    profile: () => '/admin/profile',
    profileEdit: () => '/admin/profile/edit',
    profileVerification: () => '/admin/profile/edit/verification',
    profilePassword: () => '/admin/profile/change-password',
  },
} as const

/** Where a role starts, and where the logo leads; the server sends signed-in visitors there too. */
export { homePath } from '@almanac/contract/home'

export type Role = 'consumer' | 'customer' | 'admin'

/** Where a signed-out person of a role signs in. */
export function loginPath(role: Role, customerUrl: string): string {
  return role === 'admin' ? paths.admin.login() : paths.login(customerUrl)
}

/** The same addresses as route patterns, for the route map. */
export const patterns = patternsOf()

function patternsOf() {
  const tenant = ':customerUrl'
  const literal = (path: string) => path.replace(encodeURIComponent(tenant), tenant)
  const withId = (path: string, name: string) => literal(path).replace('/0', `/:${name}`)
  const each = <Name extends string>(builders: Record<Name, (customerUrl: string) => string>) =>
    Object.fromEntries(
      Object.entries<(customerUrl: string) => string>(builders).map(([name, build]) => [
        name,
        literal(build(tenant)),
      ]),
    ) as Record<Name, string>
  const { operator, admin, ...consumer } = paths
  const { receipt, ...consumerPlain } = consumer
  const { category, shortTextUpload, ...operatorPlain } = operator
  const { customer, customerEdit, ...adminPlain } = admin
  return {
    ...each(consumerPlain),
    receipt: withId(receipt(tenant, 0), 'purchaseId'),
    operator: {
      ...each(operatorPlain),
      category: withId(category(tenant, 0), 'categoryId'),
      shortTextUpload: withId(shortTextUpload(tenant, 0), 'categoryId'),
    },
    admin: {
      ...each(adminPlain),
      customer: withId(customer(0), 'customerId'),
      customerEdit: withId(customerEdit(0), 'customerId'),
    },
  }
}
