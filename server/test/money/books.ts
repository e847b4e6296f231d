import type { TestApp } from '../harness.ts'

/** Whose books are read, and where. */
interface Source {
  host: Pick<TestApp, 'sandbox' | 'query'>
  consumer: { id: number }
}

/** A payment that was taken, as its provider knows it; amounts in cents. */
export interface Capture {
  provider: string
  /** Stripe's charge, PayPal's capture. */
  id: string
  reference: string
  /** The instrument that was charged; null for one that was chosen at the provider. */
  methodId: string | null
  amountCents: number
  refundedCents: number
  lostCents: number
  isDisputed: boolean
}

export interface DisputeThere {
  id: string
  captureId: string
  isFraud: boolean
  /** Whether it is lost and what it took stands among the refunds. */
  isReversalListed: boolean
}

export interface SentEvent {
  provider: string
  id: string
  type: string
  body: unknown
}

/** What the providers know of the scene, and what they have told or would tell. */
export interface There {
  captures: Capture[]
  disputes: DisputeThere[]
  /** Charges that could still be paid: reference and state. */
  payable: string[]
  challenges: { clientSecret: string; reference: string }[]
  events: SentEvent[]
}

interface State {
  stripe: {
    charges: {
      id: string
      status: string
      amount: number
      payment_method: string | null
      metadata: { reference?: string }
    }[]
    refunds: { charge: string; amount: number; status: string }[]
    disputes: {
      id: string
      charge: string
      status: string
      reason: string
      balance_transactions: { amount: number }[]
    }[]
    paymentIntents: { status: string; client_secret: string; metadata: { reference?: string } }[]
    events: { id: string; type: string }[]
  }
  paypal: {
    orders: { id: string; vaultId: string | null }[]
    captures: {
      id: string
      orderId: string
      status: string
      amountCents: number
      customId: string | null
    }[]
    refunds: { captureId: string; amountCents: number; status: string; by: string }[]
    disputes: { id: string; captureId: string; status: string; reason: string; outcome: string | null }[]
    events: { id: string; event_type: string }[]
  }
}

/** Reads the providers' own books. */
export async function readThere({ host }: Source): Promise<There> {
  const response = await fetch(`${host.sandbox.url}/sandbox/control/state`)
  const { stripe, paypal } = ((await response.json()) as { data: State }).data
  const ended = new Set(['succeeded', 'canceled'])
  const open = stripe.paymentIntents.filter(({ status }) => !ended.has(status))
  return {
    captures: [...cardCaptures(stripe), ...walletCaptures(paypal)],
    disputes: [
      ...stripe.disputes.map(({ id, charge: captureId, reason }) => ({
        id,
        captureId,
        isFraud: reason === 'fraudulent',
        isReversalListed: false,
      })),
      ...paypal.disputes.map(({ id, captureId, reason, outcome }) => ({
        id,
        captureId,
        isFraud: reason === 'UNAUTHORISED',
        isReversalListed: outcome === 'RESOLVED_BUYER_FAVOUR',
      })),
    ],
    payable: open.map(({ status, metadata }) => `${metadata.reference} is ${status}`),
    challenges: open
      .filter(({ status }) => status === 'requires_action')
      .map(({ client_secret: clientSecret, metadata }) => ({
        clientSecret,
        reference: metadata.reference ?? '',
      })),
    events: [
      ...stripe.events.map((body) => ({ provider: 'stripe', id: body.id, type: body.type, body })),
      ...paypal.events.map((body) => ({ provider: 'paypal', id: body.id, type: body.event_type, body })),
    ],
  }
}

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)

function cardCaptures({ charges, refunds, disputes }: State['stripe']): Capture[] {
  return charges
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, amount, payment_method: methodId, metadata }) => {
      const own = disputes.filter(({ charge }) => charge === id)
      return {
        provider: 'stripe',
        id,
        reference: metadata.reference ?? 'none',
        methodId,
        amountCents: amount,
        refundedCents: sum(refunds.filter(({ charge, status }) => charge === id && status !== 'failed')),
        // Taken as it was opened, less what came back.
        lostCents: -sum(
          own.filter(({ status }) => status === 'lost').flatMap((one) => one.balance_transactions),
        ),
        isDisputed: own.some(({ status }) => status !== 'lost' && status !== 'won'),
      }
    })
}

/** What a lost dispute took is a refund by `reversal` there. */
function walletCaptures({ orders, captures, refunds, disputes }: State['paypal']): Capture[] {
  return captures
    .filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
    .map(({ id, orderId, amountCents, customId }) => {
      const given = refunds
        .filter(({ captureId, status }) => captureId === id && status !== 'FAILED')
        .map((refund) => ({ amount: refund.amountCents, isReversal: refund.by === 'reversal' }))
      return {
        provider: 'paypal',
        id,
        reference: customId ?? 'none',
        methodId: orders.find((order) => order.id === orderId)?.vaultId ?? null,
        amountCents,
        refundedCents: sum(given.filter(({ isReversal }) => !isReversal)),
        lostCents: sum(given.filter(({ isReversal }) => isReversal)),
        isDisputed: disputes.some(({ captureId, status }) => captureId === id && status !== 'RESOLVED'),
      }
    })
}

/** A purchase as our database has it. */
export interface PurchaseHere {
  id: number
  reference: string
  key: string | null
  state: string
  isAutoPurchase: boolean
  amountCents: number
  numberOfTokens: number
  refundedCents: number
  provider: string
  captureId: string | null
  refundRowsCents: number
  /** Made within the last 24 hours. */
  isOfToday: boolean
}

/** What the product has heard of. */
export interface RefundHere {
  id: number
  purchaseId: number
  state: string
}

export interface DisputeHere {
  disputeId: string
  state: string
}

export interface EntryHere {
  kind: string
  reference: string
  tokens: number
}

export interface Here {
  purchases: PurchaseHere[]
  entries: EntryHere[]
  refunds: RefundHere[]
  disputes: DisputeHere[]
  balance: number
}

/** Reads our own. */
export async function readHere({ host, consumer }: Source): Promise<Here> {
  const [purchases, entries, refunds, disputes, wallets] = await Promise.all([
    host.query<PurchaseHere>(
      `select p.id, p.reference, idempotency_key as key, p.state, is_auto_purchase, p.amount_cents, number_of_tokens,
         refunded_cents, p.provider, provider_capture_id as capture_id,
         (select coalesce(sum(amount_cents), 0)::int from refunds r where r.purchase_id = p.id and r.state <> 'failed')
           as refund_rows_cents,
         p.created_at > now() - interval '24 hours' as is_of_today
       from purchases p where p.consumer_id = ${consumer.id} order by p.id`,
    ),
    host.query<EntryHere>(
      `select kind, reference, credit - debit as tokens from ledger_entries
       where consumer_id = ${consumer.id} order by id`,
    ),
    host.query<RefundHere>(`select id, purchase_id, state from refunds where consumer_id = ${consumer.id}`),
    host.query<DisputeHere>(`select dispute_id, state from disputes where consumer_id = ${consumer.id}`),
    host.query<{ balance: number }>(`select balance from wallets where consumer_id = ${consumer.id}`),
  ])
  return { purchases, entries, refunds, disputes, balance: wallets[0]?.balance ?? Number.NaN }
}
