import type { Faults } from './faults/faults.ts'
import type { SandboxOptions } from './options.ts'
import type { PaypalWorld } from './paypal/context.ts'
import type { SmtpWorld } from './smtp/server.ts'
import type { Books } from './state/books.ts'
import type { Inbox } from './state/inbox.ts'
import type { StripeWorld } from './stripe/context.ts'
import type { TwilioWorld } from './twilio/context.ts'
import type { Deliveries } from './webhooks/deliveries.ts'

/** The whole sandbox, as its pages and control calls see it. */
export type World = {
  options: SandboxOptions
  books: Books
  inbox: Inbox
  faults: Faults
  deliveries: Deliveries
  stripe: StripeWorld
  paypal: PaypalWorld
  smtp: SmtpWorld
  twilio: TwilioWorld
  /** Forgets everything that was stored or switched on. */
  reset: () => void
}
