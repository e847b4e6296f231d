import { newStripeId } from '../state/ids.ts'
import type { StripeWorld } from './context.ts'

/**
 * The `next_action` of an intent that waits for its cardholder: a redirect when the caller gave a return
 * address, else what the browser's SDK acts on.
 */
export function challengeAction(
  world: StripeWorld,
  clientSecret: string,
  input: { returnUrl: string | undefined; useStripeSdk: boolean },
): Record<string, unknown> {
  const url = `${world.publicUrl()}/sandbox-frame/challenge?client_secret=${encodeURIComponent(clientSecret)}`
  if (input.returnUrl !== undefined && !input.useStripeSdk) {
    return { type: 'redirect_to_url', redirect_to_url: { return_url: input.returnUrl, url } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', source: newStripeId('src'), stripe_js: url },
  }
}
