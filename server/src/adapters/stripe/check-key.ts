import type { ProviderCheck } from '../../platform/provider-check.ts'
import { isOf, openStripe } from './call.ts'

/** Shows by one reading call, which purchases need as well, whether Stripe accepts the secret key. Never rejects. */
export async function checkStripeKey(secretKey: string, timeoutMs: number): Promise<ProviderCheck> {
  const open = openStripe(secretKey, { maxNetworkRetries: 0, timeout: timeoutMs, telemetry: false })
  try {
    await (await open()).paymentIntents.list({ limit: 1 })
    return { kind: 'works' }
  } catch (error) {
    if (isOf('StripeAuthenticationError', error)) {
      return { kind: 'refused', problem: 'STRIPE_SECRET_KEY: Stripe does not accept this key' }
    }
    if (isOf('StripePermissionError', error)) {
      const problem =
        'STRIPE_SECRET_KEY: this restricted key may not read payments; docs/configuration.md lists what it needs'
      return { kind: 'refused', problem }
    }
    const { message } = error as Error
    return { kind: 'unknown', reason: `did not say whether it accepts the keys: ${message}` }
  }
}
