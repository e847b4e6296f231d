import type { ProviderCheck } from '../../platform/provider-check.ts'
import { isAnswered } from './call.ts'
import { askForToken, type PayPalSettings } from './session.ts'

/** Shows by one OAuth call whether PayPal accepts client id and secret in their environment. Never rejects. */
export async function checkPayPalKeys(settings: PayPalSettings): Promise<ProviderCheck> {
  try {
    await askForToken(await import('@paypal/paypal-server-sdk'), settings)
    return { kind: 'works' }
  } catch (error) {
    if (isAnswered(error) && (error.statusCode === 400 || error.statusCode === 401)) {
      const where = settings.environment === 'live' ? 'live' : 'sandbox'
      const problem = `PAYPAL_CLIENT_ID: PayPal’s ${where} environment does not accept it with PAYPAL_CLIENT_SECRET; each environment has apps and keys of its own`
      return { kind: 'refused', problem }
    }
    const { message } = error as Error
    return { kind: 'unknown', reason: `did not say whether it accepts the keys: ${message}` }
  }
}
