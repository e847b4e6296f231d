import type { Endpoint, Role } from '@almanac/contract/endpoint'

export type Who = 'anybody' | 'whoever is signed in' | readonly Role[]

/**
 * Where a call names a thing, and what it is answered when the thing is somebody else's, which must be the same as for one
 * that does not exist. `customerUrl` is another tenant's, `consumerId` another consumer's; the others are things of another
 * tenant or consumer. `body.x` and `query.x` are ids that are not in the path.
 */
export type Strange = Readonly<Record<string, 400 | 404 | 409>>

const tenant = { customerUrl: 404 } as const
const own = { customerUrl: 404, consumerId: 404 } as const

/**
 * Who may make each call, and what it is answered about other people's things: written by hand from the specification's two
 * documents (their sections 6 and 7) and the decisions, never from the contract, which `sweeps.test.ts` holds against it.
 */
export const whoMay: readonly (readonly [call: string, who: Who, strange?: Strange])[] = [
  // First document, section 7: public screens, sign-in, codes. "consumer or customer login"; logout without a session is 200.
  ['GET /v1/customer-details-by-url/{url}', 'anybody'],
  ['GET /v1/customers/{customerUrl}/landingpage', 'anybody'],
  ['POST /v1/customers/{customerUrl}/login', 'anybody'],
  ['POST /v1/admin/login', 'anybody'],
  ['POST /v1/customers/{customerUrl}/consumers/signup', 'anybody', { 'body.defaultCategoryId': 400 }],
  ['POST /v1/user/shortcode/verify', 'anybody'],
  ['POST /v1/user/shortcode/resend', 'anybody'],
  ['GET /v1/user/shortcode/validity', 'anybody'],
  ['GET /v1/user/shortcode/delay', 'anybody'],
  ['GET /v1/user/logout', 'anybody'],
  ['POST /v1/customers/{customerUrl}/password/forgot', 'anybody'],
  ['POST /v1/admin/password/forgot', 'anybody'],
  ['PUT /v1/customers/{customerUrl}/password/change', 'anybody'],
  ['PUT /v1/admin/password/change', 'anybody'],
  // Pictures (decision W13) and the stream of changes (X7).
  ['GET /v1/images/public/{path}', 'anybody'],
  ['GET /v1/images/{path}', 'whoever is signed in', { path: 404 }],
  ['GET /v1/events', 'whoever is signed in'],
  ['GET /v1/token-validity', 'whoever is signed in'],
  // Own profiles: "consumer and customer password change"; the admin's has no tenant.
  ['PUT /v1/customers/{customerUrl}/profile/password', ['consumer', 'customer'], tenant],
  ['PUT /v1/admin/profile/password', ['admin']],
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/profile', ['consumer'], own],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/profile',
    ['consumer'],
    { ...own, 'body.defaultCategoryId': 400 },
  ],
  ['GET /v1/customers/{customerUrl}/profile', ['customer'], tenant],
  ['PUT /v1/customers/{customerUrl}/profile', ['customer'], tenant],
  ['GET /v1/admin/profile', ['admin']],
  ['PUT /v1/admin/profile', ['admin']],
  // What both consumers and operators list (W11).
  ['GET /v1/customers/{customerUrl}/packages', ['consumer', 'customer'], tenant],
  ['GET /v1/customers/{customerUrl}/consumer-category', ['consumer', 'customer'], tenant],
  // First document, section 6: consumer-only are packages of its own, purchases, default payment, audio listing and
  // charging, subscriptions, tickets.
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/packages', ['consumer'], own],
  ['GET /v1/customers/{customerUrl}/payment-settings', ['consumer'], tenant],
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/purchases/open', ['consumer'], own],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/purchases/{purchaseId}/cancel',
    ['consumer'],
    { ...own, purchaseId: 404 },
  ],
  [
    'POST /v1/customers/{customerUrl}/consumers/{consumerId}/package/purchase/stripe',
    ['consumer'],
    { ...own, 'body.packageId': 404, 'body.purchaseId': 404 },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/purchase/default-payment/stripe',
    ['consumer'],
    { ...tenant, 'body.packageId': 404, 'body.purchaseId': 404 },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/paypal/order',
    ['consumer'],
    { ...tenant, 'body.packageId': 404 },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/paypal/checkout',
    ['consumer'],
    { ...tenant, 'body.orderId': 404, 'body.packageId': 409 },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/purchase/default-payment/paypal',
    ['consumer'],
    { ...tenant, 'body.packageId': 404 },
  ],
  ['GET /v1/customers/{customerUrl}/default-payment/paypal', ['consumer'], tenant],
  ['POST /v1/customers/{customerUrl}/default-payment/paypal/confirm', ['consumer'], tenant],
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/default-payment', ['consumer'], own],
  ['DELETE /v1/customers/{customerUrl}/consumers/{consumerId}/default-payment', ['consumer'], own],
  ['POST /v1/customers/{customerUrl}/default-payment/stripe', ['consumer'], tenant],
  ['PUT /v1/customers/{customerUrl}/default-payment/stripe', ['consumer'], tenant],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/package/toggleAutoRenewable',
    ['consumer'],
    { ...own, 'body.packageId': 404 },
  ],
  // How the rule stands, and going on after a pause (decisions L4, L5).
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/auto-purchase', ['consumer'], own],
  ['PUT /v1/customers/{customerUrl}/consumers/{consumerId}/auto-purchase/resume', ['consumer'], own],
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/purchases', ['consumer'], own],
  [
    'GET /v1/customers/{customerUrl}/consumers/{consumerId}/purchases/{purchaseId}',
    ['consumer'],
    { ...own, purchaseId: 404 },
  ],
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/token-transactions', ['consumer'], own],
  [
    'GET /v1/customers/{customerUrl}/consumers/{consumerId}/audio',
    ['consumer'],
    { ...own, 'query.consumerCategoryId': 404, 'query.category': 404 },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/audio/{audioId}/charge',
    ['consumer'],
    { ...own, audioId: 404 },
  ],
  [
    'GET /v1/customers/{customerUrl}/consumers/{consumerId}/audio/{audioId}/stream',
    ['consumer'],
    { ...own, audioId: 404 },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/subscription/{consumerCategoryId}/subscribe',
    ['consumer'],
    { ...own, consumerCategoryId: 404 },
  ],
  [
    'PUT /v1/customers/{customerUrl}/subscription/{consumerCategoryId}/unsubscribe',
    ['consumer'],
    { ...tenant, consumerCategoryId: 404 },
  ],
  // Costs that rose since one subscribed, and what is to become of it.
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/subscription-costs', ['consumer'], own],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/subscription-costs/{consumerCategoryId}',
    ['consumer'],
    { ...own, consumerCategoryId: 404 },
  ],
  // What scheduled texts would come to: all of it for operators, the own part of it for consumers.
  ['GET /v1/customers/{customerUrl}/rehearsal', ['customer'], tenant],
  [
    'GET /v1/customers/{customerUrl}/short-text/{shortTextId}/rehearsal',
    ['customer'],
    { ...tenant, shortTextId: 404 },
  ],
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/sunbursts/outlook', ['consumer'], own],
  // Nobody but who they were sent to reads what came.
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/sunbursts', ['consumer'], own],
  ['GET /v1/customers/{customerUrl}/consumers/{consumerId}/tickets', ['consumer'], own],
  ['POST /v1/customers/{customerUrl}/consumers/{consumerId}/tickets', ['consumer'], own],
  // Tickets for operators (W13).
  ['GET /v1/customers/{customerUrl}/tickets', ['customer'], tenant],
  ['POST /v1/customers/{customerUrl}/tickets/{ticketId}/answers', ['customer'], { ...tenant, ticketId: 404 }],
  // Second document, section 6: "Reports and audio/short-text calls are customer-only."
  ['GET /v1/customers/{customerUrl}/audio', ['customer'], { ...tenant, 'query.consumerCategoryId': 404 }],
  ['POST /v1/customers/{customerUrl}/audio', ['customer'], { ...tenant, 'body.consumerCategoryId': 404 }],
  ['GET /v1/customers/{customerUrl}/audio/{audioId}/stream', ['customer'], { ...tenant, audioId: 404 }],
  [
    'PUT /v1/customers/{customerUrl}/audio/{audioId}',
    ['customer'],
    { ...tenant, audioId: 404, 'body.consumerCategoryId': 404 },
  ],
  ['POST /v1/customers/{customerUrl}/audio/copy', ['customer'], { ...tenant, 'body.audioId': 404 }],
  ['DELETE /v1/customers/{customerUrl}/audio/{audioId}', ['customer'], { ...tenant, audioId: 404 }],
  [
    'GET /v1/customers/{customerUrl}/short-text',
    ['customer'],
    { ...tenant, 'query.consumerCategoryId': 404 },
  ],
  [
    'POST /v1/customers/{customerUrl}/short-text',
    ['customer'],
    { ...tenant, 'body.consumerCategoryId': 404 },
  ],
  ['POST /v1/customers/{customerUrl}/short-text/copy', ['customer'], { ...tenant, 'body.shortTextId': 404 }],
  ['PUT /v1/customers/{customerUrl}/short-text/{shortTextId}', ['customer'], { ...tenant, shortTextId: 404 }],
  [
    'GET /v1/customers/{customerUrl}/short-text/settings',
    ['customer'],
    { ...tenant, 'query.consumerCategoryId': 404 },
  ],
  ['GET /v1/customers/{customerUrl}/short-text/{shortTextId}', ['customer'], { ...tenant, shortTextId: 404 }],
  // What is scheduled is shown to who may schedule it.
  ['GET /v1/customers/{customerUrl}/calendar', ['customer'], tenant],
  [
    'GET /v1/customers/{customerUrl}/short-text/{shortTextId}/report',
    ['customer'],
    { ...tenant, shortTextId: 404 },
  ],
  [
    'GET /v1/customers/{customerUrl}/short-text/{shortTextId}/deliveries',
    ['customer'],
    { ...tenant, shortTextId: 404 },
  ],
  // Last: the text is gone then.
  [
    'DELETE /v1/customers/{customerUrl}/short-text/{shortTextId}',
    ['customer'],
    { ...tenant, shortTextId: 404 },
  ],
  ['GET /v1/customers/{customerUrl}/revenue', ['customer'], tenant],
  ['GET /v1/customers/{customerUrl}/usage', ['customer'], tenant],
  ['GET /v1/customers/{customerUrl}/gross-sales', ['customer'], tenant],
  ['GET /v1/customers/{customerUrl}/revenue/csv', ['customer'], tenant],
  ['GET /v1/customers/{customerUrl}/usage/csv', ['customer'], tenant],
  ['GET /v1/customers/{customerUrl}/gross-sales/csv', ['customer'], tenant],
  // Second document, section 6: the admin lists customers and views token transactions; nobody else sees across tenants.
  ['GET /v1/admin/customers', ['admin']],
  // "list, view, create, update, delete customers": the admin alone; a deletion is shown before it is made (T10).
  ['GET /v1/admin/customer/{customerId}', ['admin']],
  ['POST /v1/admin/customer', ['admin']],
  ['PUT /v1/admin/customer/{customerId}', ['admin']],
  ['GET /v1/admin/delete-customer/{customerId}', ['admin']],
  ['DELETE /v1/admin/delete-customer/{customerId}', ['admin']],
  // "list, view and edit consumers (email, SMS number, add or subtract tokens)": the admin alone, in the tenant they are of.
  ['GET /v1/admin/consumers', ['admin']],
  ['GET /v1/admin/consumer-details/{customerUrl}/{consumerId}', ['admin'], own],
  ['PUT /v1/admin/token-balance/{customerUrl}/{consumerId}', ['admin'], own],
  ['PUT /v1/admin/consumer/{customerUrl}/{consumerId}', ['admin'], own],
  ['GET /v1/admin/token-transactions', ['admin']],
  // "manage consumer categories and packages": an unknown tenant in a filter or body is 404, in an update 400 (W11).
  ['GET /v1/admin/consumer-categories', ['admin']],
  ['POST /v1/admin/consumer-category', ['admin']],
  ['PUT /v1/admin/consumer-category/{consumerCategoryId}', ['admin']],
  ['DELETE /v1/admin/consumer-category/{consumerCategoryId}', ['admin']],
  ['GET /v1/admin/packages', ['admin']],
  ['POST /v1/admin/package', ['admin']],
  ['PUT /v1/admin/package/{packageId}', ['admin']],
  ['DELETE /v1/admin/package/{packageId}', ['admin']],
  // "list payments and refund": the admin alone.
  ['GET /v1/admin/payment-histories', ['admin']],
  ['GET /v1/admin/payment-histories/{paymentHistoryId}/refund-preview', ['admin']],
  ['POST /v1/admin/payment-history/refund', ['admin']],
  ['GET /v1/admin/payment-health', ['admin']],
  ['POST /v1/admin/payment-events/{provider}/{event}/replay', ['admin']],
  // Who did what and how the platform stands is seen across tenants (X5): by the admin alone.
  ['GET /v1/admin/audit-entries', ['admin']],
  ['GET /v1/admin/audit-entries/csv', ['admin']],
  ['GET /v1/admin/audit-entries/{entryId}', ['admin']],
  ['GET /v1/admin/health', ['admin']],
  ['POST /v1/admin/jobs/{job}/retry', ['admin']],
  ['POST /v1/admin/restores/{restore}/held', ['admin']],
  // "bulk upload short texts for a customer" (S8 adds the template and what comes before the upload).
  ['POST /v1/admin/bulk-short-text/{customerId}', ['admin']],
  ['POST /v1/admin/bulk-short-text/{customerId}/preview', ['admin']],
  ['GET /v1/admin/bulk-short-text/{customerId}/template', ['admin']],
]

const roles: readonly Role[] = ['admin', 'customer', 'consumer']

/** The roles that may make a call. */
export function rolesOf(who: Who): readonly Role[] {
  return typeof who === 'string' ? roles : who
}

/** An endpoint as the table names it. */
export function callOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')}`
}
