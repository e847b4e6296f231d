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
    'paypalKeepsWallets',
    'twilioInboundUrl',
    'appOrigins',
    'publicUrl',
    'searchLagMs',
    'stripePerSecond',
    'optOutBy',
    'advancedOptOut',
    'refuseInnerCallbacks',
    'smtpUser',
    'smtpPassword',
    'smtpSenders',
    'smtpNeedsHostName',
    'smtpPerMinute',
  )
  const { options } = world
  options.stripe.webhookUrl = input.text('stripeWebhookUrl') ?? options.stripe.webhookUrl
  options.paypal.webhookUrl = input.text('paypalWebhookUrl') ?? options.paypal.webhookUrl
  const { settings } = world.paypal
  settings.orderLifeMs = input.whole('paypalOrderLifeMs') ?? settings.orderLifeMs
  settings.tokenSeconds = input.whole('paypalTokenSeconds') ?? settings.tokenSeconds
  settings.keepsWallets = input.flag('paypalKeepsWallets') ?? settings.keepsWallets
  options.twilio.inboundUrl = input.text('twilioInboundUrl') ?? options.twilio.inboundUrl
  options.appOrigins = input.texts('appOrigins') ?? options.appOrigins
  options.publicUrl = input.text('publicUrl') ?? options.publicUrl
  world.stripe.search.lagMs = input.whole('searchLagMs') ?? world.stripe.search.lagMs
  const { rateLimit } = world.stripe
  rateLimit.perSecond = input.whole('stripePerSecond') ?? rateLimit.perSecond
  configureMessages(world, input)
  return {
    stripeWebhookUrl: options.stripe.webhookUrl,
    paypalWebhookUrl: options.paypal.webhookUrl,
    paypalOrderLifeMs: settings.orderLifeMs,
    paypalTokenSeconds: settings.tokenSeconds,
    paypalKeepsWallets: settings.keepsWallets,
    twilioInboundUrl: options.twilio.inboundUrl,
    appOrigins: options.appOrigins,
    publicUrl: options.publicUrl,
    searchLagMs: world.stripe.search.lagMs,
    stripePerSecond: rateLimit.perSecond,
    stripeRefusedByRate: rateLimit.refused,
    ...messageSettings(world),
  }
}

function configureMessages(world: World, input: ReturnType<typeof readBody>): void {
  const { settings } = world.twilio
  settings.optOutBy = input.oneOf('optOutBy', ['response', 'callback']) ?? settings.optOutBy
  settings.hasAdvancedOptOut = input.flag('advancedOptOut') ?? settings.hasAdvancedOptOut
  settings.refusesInnerCallbacks = input.flag('refuseInnerCallbacks') ?? settings.refusesInnerCallbacks
  const { rules } = world.smtp
  rules.user = input.text('smtpUser') ?? rules.user
  rules.password = input.text('smtpPassword') ?? rules.password
  rules.senders = input.texts('smtpSenders') ?? rules.senders
  rules.needsHostName = input.flag('smtpNeedsHostName') ?? rules.needsHostName
  rules.perMinute = input.whole('smtpPerMinute') ?? rules.perMinute
}

function messageSettings({ twilio: { settings }, smtp: { rules } }: World) {
  return {
    optOutBy: settings.optOutBy,
    advancedOptOut: settings.hasAdvancedOptOut,
    refuseInnerCallbacks: settings.refusesInnerCallbacks,
    smtpUser: rules.user,
    smtpSenders: rules.senders,
    smtpNeedsHostName: rules.needsHostName,
    smtpPerMinute: rules.perMinute,
  }
}
