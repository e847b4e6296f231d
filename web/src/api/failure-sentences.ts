import type { Endpoint } from '@almanac/contract/endpoint'
import { DEFAULT_ERROR } from './api-error.ts'

const tenant = '/v1/customers/:customerUrl'
const consumer = `${tenant}/consumers/:consumerId`

/**
 * The error catalogue: what a person reads where the server says nothing. By method and path, not by the contract's
 * endpoints, which would bring the schemas of all of them into the first download.
 */
export const FAILURE_SENTENCES: Readonly<Record<string, string>> = {
  'GET /v1/token-validity': 'Internal server error',
  'GET /v1/user/logout': 'Some error occurred',
  [`GET ${tenant}/packages`]: 'Error while getting packages',
  [`GET ${consumer}/packages`]: 'Error while getting packages',
  [`GET ${consumer}/profile`]: 'Error While Getting Profile Info',
  [`GET ${tenant}/profile`]: 'Error While Getting Profile Info',
  'GET /v1/admin/profile': 'Error While Getting Admin Profile Info',
  [`PUT ${consumer}/profile`]: 'Error While Updaing Profile',
  [`PUT ${tenant}/profile`]: 'Error While Updaing Profile',
  'PUT /v1/admin/profile': 'Error While Updaing Profile',
  [`PUT ${tenant}/profile/password`]: 'Error While Updaing Password',
  'PUT /v1/admin/profile/password': 'Error While Updaing Password of Admin',
  [`GET ${consumer}/default-payment`]: 'Error while getting default card info.',
  [`DELETE ${consumer}/default-payment`]: 'Error while deleting default card info.',
  [`POST ${tenant}/default-payment/stripe`]: 'Error while adding default payment.',
  [`PUT ${tenant}/default-payment/stripe`]: 'Error while updating default card info.',
  [`PUT ${consumer}/package/toggleAutoRenewable`]: 'Error while updating auto payment.',
  [`PUT ${consumer}/auto-purchase/resume`]: 'Error while updating auto payment.',
  [`GET ${tenant}/default-payment/paypal`]: 'Error while getting paypal page.',
  [`POST ${tenant}/default-payment/paypal/confirm`]: 'Error while confirming default payment.',
  [`POST ${consumer}/tickets`]: 'Error while sending support email',
  [`GET ${consumer}/token-transactions`]: 'Error while getting token transaction.',
  'GET /v1/admin/token-transactions': 'Error while getting token transaction.',
  [`GET ${tenant}/revenue`]: 'Error Retrieving Revenue Summary',
  [`GET ${tenant}/usage`]: 'Error Retrieving Usage Summary',
  [`GET ${tenant}/gross-sales`]: 'Error Retrieving Gross Sales',
}

/** What a person reads of an endpoint's failure where the server says nothing. */
export function failureSentence({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return FAILURE_SENTENCES[`${method} ${path}`] ?? DEFAULT_ERROR
}
