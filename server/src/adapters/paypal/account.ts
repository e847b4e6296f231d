import type { PayPalSettings } from './session.ts'

/** The account of the stand-in; the demo's ids belong to it. */
export const sandboxAccountName = 'sandbox'

/** Names the app that a client id belongs to, and its environment: `live:AZ…`. It stays the same when its secret is rolled. */
export function accountOf({ clientId, environment, baseUrl }: PayPalSettings): string {
  return baseUrl === undefined ? `${environment}:${clientId}` : sandboxAccountName
}
