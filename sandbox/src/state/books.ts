import type Stripe from 'stripe'
import type * as paypal from '../paypal/rows.ts'
import { type JournalLine, noJournal, openJournal, readJournal } from './journal.ts'
import type {
  Delivery,
  IdempotentAnswer,
  InboxMessage,
  OptOut,
  SmsRecord,
  StripeEventRecord,
} from './records.ts'
import { makeTable } from './table.ts'

/** Everything that the stand-ins remember. */
export type Books = ReturnType<typeof openBooks>

/**
 * Opens the books, read back from `dataDir` when one is given.
 * Stripe's rows are kept as its API shows them, unexpanded; PayPal's as rows that its API is made of.
 */
export function openBooks(dataDir?: string) {
  let journal = noJournal
  const current = () => journal
  const tables = {
    customers: makeTable<Stripe.Customer>('customers', current),
    paymentMethods: makeTable<Stripe.PaymentMethod & { sandbox: PaymentMethodSecret }>(
      'paymentMethods',
      current,
    ),
    setupIntents: makeTable<Stripe.SetupIntent>('setupIntents', current),
    paymentIntents: makeTable<Stripe.PaymentIntent>('paymentIntents', current),
    charges: makeTable<Stripe.Charge>('charges', current),
    refunds: makeTable<Stripe.Refund>('refunds', current),
    disputes: makeTable<Stripe.Dispute>('disputes', current),
    balanceTransactions: makeTable<Stripe.BalanceTransaction>('balanceTransactions', current),
    events: makeTable<StripeEventRecord>('events', current),
    idempotency: makeTable<IdempotentAnswer>('idempotency', current),
    paypalOrders: makeTable<paypal.OrderRow>('paypalOrders', current),
    paypalCaptures: makeTable<paypal.CaptureRow>('paypalCaptures', current),
    paypalRefunds: makeTable<paypal.RefundRow>('paypalRefunds', current),
    paypalSetupTokens: makeTable<paypal.SetupTokenRow>('paypalSetupTokens', current),
    paypalTokens: makeTable<paypal.PaymentTokenRow>('paypalTokens', current),
    paypalDisputes: makeTable<paypal.DisputeRow>('paypalDisputes', current),
    paypalEvents: makeTable<paypal.PaypalEventRow>('paypalEvents', current),
    paypalRequests: makeTable<paypal.PaypalRequestRow>('paypalRequests', current),
    paypalKeys: makeTable<paypal.PaypalKeyRow>('paypalKeys', current),
    sms: makeTable<SmsRecord>('sms', current),
    optOuts: makeTable<OptOut>('optOuts', current),
    inbox: makeTable<InboxMessage>('inbox', current),
    deliveries: makeTable<Delivery>('deliveries', current),
  }
  const stores: Record<string, { load(key: string, value: unknown): void }> = tables
  if (dataDir !== undefined) {
    for (const line of readJournal(dataDir)) stores[line.table]?.load(line.key, line.value)
    journal = openJournal(dataDir)
    journal.rewrite(liveLines(tables))
  }
  return {
    ...tables,
    /** Forgets everything, in memory and on disk. */
    clear: () => {
      for (const table of Object.values(tables)) table.clear()
      journal.rewrite([])
    },
    close: () => {
      journal.close()
      journal = noJournal
    },
  }
}

/** What only the card's issuer knows: which well-known test card it is, and whether it may still be used. */
export type PaymentMethodSecret = { card: string; consumed: boolean; authenticated: boolean }

function* liveLines(tables: Record<string, { all(): { id: string }[] }>): Iterable<JournalLine> {
  for (const [table, rows] of Object.entries(tables)) {
    for (const value of rows.all()) yield { table, key: value.id, value }
  }
}
