import type { PageSources } from '../../platform/http/security-headers.ts'

const script = ['https://js.stripe.com', 'https://*.js.stripe.com']

/**
 * What a page with Stripe's card fields loads, frames and calls, as Stripe's integration security guide lists it. The
 * rest of that list belongs to what is not used here: address fields (Google's maps), Link, Checkout. What Stripe's own
 * frames load in turn stands under their policies, not under ours.
 */
export const stripePageSources: PageSources = {
  script,
  frame: [...script, 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}
