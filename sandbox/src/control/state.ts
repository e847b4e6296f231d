import type { World } from '../context.ts'
import { showPaymentMethod } from '../stripe/payment-method-rows.ts'
import { showMessage } from '../twilio/messages.ts'

/** Everything, for a test that wants to look behind the providers' APIs. */
export function readState(world: World) {
  const { books, deliveries, faults } = world
  return {
    smtpPort: world.options.smtpPort,
    stripe: {
      customers: books.customers.all(),
      paymentMethods: books.paymentMethods.all().map(showPaymentMethod),
      setupIntents: books.setupIntents.all(),
      paymentIntents: books.paymentIntents.all(),
      charges: books.charges.all(),
      refunds: books.refunds.all(),
      disputes: books.disputes.all(),
      events: books.events.all().map(({ event }) => event),
    },
    paypal: {
      orders: books.paypalOrders.all(),
      captures: books.paypalCaptures.all(),
      refunds: books.paypalRefunds.all(),
      setupTokens: books.paypalSetupTokens.all(),
      paymentTokens: books.paypalTokens.all(),
      disputes: books.paypalDisputes.all(),
      events: books.paypalEvents.all().map(({ event }) => event),
    },
    twilio: {
      messages: books.sms.all().map((sms) => ({
        ...showMessage(sms),
        validity_seconds: sms.validitySeconds ?? null,
      })),
      optOuts: books.optOuts.all(),
    },
    deliveries: books.deliveries.all(),
    webhooks: deliveries.modes,
    faults: faults.list(),
    inbox: books.inbox.count(),
  }
}
