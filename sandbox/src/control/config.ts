import type { World } from '../context.ts'
import { readBody } from './input.ts'

/** Changes what the sandbox was started with; fields left out stay. Answers what holds now. */
export function configure(world: World, body: unknown) {
  const input = readBody(body)
  input.only(
    'stripeWebhookUrl',
    'paypalWebhookUrl',
    'paypalOrderLifeMs',
    'paypalTokenSeconds',
    'twilioInboundUrl',
    'appOrigins',
    'publicUrl',
    'searchLagMs',
    'optOutBy',
  )
  const { options } = world
  options.stripe.webhookUrl = input.text('stripeWebhookUrl') ?? options.stripe.webhookUrl
  options.paypal.webhookUrl = input.text('paypalWebhookUrl') ?? options.paypal.webhookUrl
  const { settings } = world.paypal
  settings.orderLifeMs = input.whole('paypalOrderLifeMs') ?? settings.orderLifeMs
  settings.tokenSeconds = input.whole('paypalTokenSeconds') ?? settings.tokenSeconds
  options.twilio.inboundUrl = input.text('twilioInboundUrl') ?? options.twilio.inboundUrl
  options.appOrigins = input.texts('appOrigins') ?? options.appOrigins
  options.publicUrl = input.text('publicUrl') ?? options.publicUrl
  world.stripe.search.lagMs = input.whole('searchLagMs') ?? world.stripe.search.lagMs
  world.twilio.settings.optOutBy =
    input.oneOf('optOutBy', ['response', 'callback']) ?? world.twilio.settings.optOutBy
  return {
    stripeWebhookUrl: options.stripe.webhookUrl,
    paypalWebhookUrl: options.paypal.webhookUrl,
    paypalOrderLifeMs: settings.orderLifeMs,
    paypalTokenSeconds: settings.tokenSeconds,
    twilioInboundUrl: options.twilio.inboundUrl,
    appOrigins: options.appOrigins,
    publicUrl: options.publicUrl,
    searchLagMs: world.stripe.search.lagMs,
    optOutBy: world.twilio.settings.optOutBy,
  }
}
