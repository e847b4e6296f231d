import { sandboxAccountName } from '../../features/payments/ports.ts'
import type { PayPalSettings } from './session.ts'

/** Names the app that a client id belongs to, and its environment: `live:AZ…`. It stays the same when its secret is rolled. */
export function accountOf({ clientId, environment, baseUrl }: PayPalSettings): string {
  return baseUrl === undefined ? `${environment}:${clientId}` : sandboxAccountName
}
