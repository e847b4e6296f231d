import type { AddressInfo } from 'node:net'
import type { World } from './context.ts'
import { makeFaults } from './faults/faults.ts'
import { buildHttp } from './http/build-http.ts'
import { completeOptions, type PartialOptions } from './options.ts'
import { usualSettings } from './paypal/context.ts'
import { signPaypal } from './paypal/events.ts'
import { makeSigningKey } from './paypal/signing-key.ts'
import { bringBack } from './smtp/bounce.ts'
import { noRules } from './smtp/rules.ts'
import { makeSmtpServer } from './smtp/server.ts'
import { openBooks } from './state/books.ts'
import { makeInbox } from './state/inbox.ts'
import { settleAll } from './stripe/charges.ts'
import { signStripe } from './stripe/events.ts'
import { makeRateLimit } from './stripe/rate-limit.ts'
import { usualTwilio } from './twilio/context.ts'
import { sendAnswer } from './twilio/inbound.ts'
import { signTwilio } from './twilio/sign.ts'
import { resumeStatuses } from './twilio/statuses.ts'
import { makeDeliveries } from './webhooks/deliveries.ts'

export type Sandbox = { port: number; smtpPort: number; close: () => Promise<void> }

/**
 * Starts the stand-ins for Stripe, PayPal, Twilio and the mail host, on ports of their own.
 * @throws when a port is taken or the stored books are damaged
 */
export async function startSandbox(input: PartialOptions = {}): Promise<Sandbox> {
  const options = completeOptions(input)
  const world = makeWorld(options)
  const http = await buildHttp(world)
  const smtp = makeSmtpServer(world.smtp)
  const close = async () => {
    world.deliveries.close()
    for (const timer of world.twilio.timers) clearTimeout(timer)
    await Promise.all([http.close(), new Promise<void>((done) => smtp.close(() => done()))])
    world.books.close()
  }
  try {
    await http.listen({ host: options.host, port: options.port })
    const port = (http.server.address() as AddressInfo).port
    options.publicUrl ||= `http://${options.host === '0.0.0.0' ? '127.0.0.1' : options.host}:${port}`
    await new Promise<void>((done, fail) => {
      smtp.once('error', fail)
      smtp.listen(options.smtpPort, options.host, done)
    })
    // A mail client that hangs up in the middle is no reason to end.
    smtp.on('error', () => {})
    world.deliveries.resume()
    resumeStatuses(world.twilio)
    settleAll(world.stripe)
    const smtpPort = (smtp.server.address() as AddressInfo).port
    // Who finds the sandbox by its address asks it for the mail host's port.
    world.options.smtpPort = smtpPort
    return { port, smtpPort, close }
  } catch (error) {
    await close()
    throw error
  }
}

function makeWorld(options: ReturnType<typeof completeOptions>): World {
  const books = openBooks(options.dataDir)
  const inbox = makeInbox(books)
  const faults = makeFaults()
  const deliveries = makeDeliveries(
    books,
    {
      stripe: signStripe(() => options.stripe.webhookSecret),
      paypal: signPaypal(() => world.paypal),
      twilio: signTwilio(() => options.twilio.authToken),
      smtp: bringBack(() => options.mail.bounceSecret),
    },
    options.webhookRetryMs,
    (delivery, answer) => {
      if (delivery.provider === 'twilio') sendAnswer(world.twilio, delivery.subject, answer)
    },
  )
  const search = { lagMs: 0 }
  const rateLimit = makeRateLimit(options.stripe.callsPerSecond)
  const settings = { ...usualTwilio }
  const timers = new Set<NodeJS.Timeout>()
  const publicUrl = () => options.publicUrl
  const signingKey = makeSigningKey(books)
  const world: World = {
    options,
    books,
    inbox,
    faults,
    deliveries,
    stripe: { books, faults, deliveries, options, publicUrl, search, rateLimit },
    paypal: {
      books,
      faults,
      deliveries,
      options,
      publicUrl,
      signingKey,
      endedTokens: new Set(),
      settings: { ...usualSettings },
    },
    smtp: { inbox, faults, deliveries, options, rules: { ...noRules } },
    twilio: { books, inbox, faults, deliveries, options, settings, timers },
    reset: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      deliveries.forget()
      faults.clear()
      books.clear()
      signingKey.keep()
      world.paypal.endedTokens.clear()
      Object.assign(world.paypal.settings, usualSettings)
      search.lagMs = 0
      Object.assign(rateLimit, { perSecond: options.stripe.callsPerSecond, refused: 0 })
      Object.assign(world.twilio.settings, usualTwilio)
      Object.assign(world.smtp.rules, noRules)
    },
  }
  return world
}
