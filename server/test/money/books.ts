import type { Scene } from './scene.ts'

/** A payment that was taken, as its provider knows it; amounts in cents. */
export interface Capture {
  provider: string
  /** Stripe's charge, PayPal's capture. */
  id: string
  reference: string
  amountCents: number
  refundedCents: number
  lostCents: number
  isDisputed: boolean
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
  /** Charges that could still be paid: reference and state. */
  payable: string[]
  challenges: { clientSecret: string; reference: string }[]
  events: SentEvent[]
}

interface State {
  stripe: {
    charges: { id: string; status: string; amount: number; metadata: { reference?: string } }[]
    refunds: { charge: string; amount: number; status: string }[]
    disputes: { charge: string; amount: number; status: string }[]
    paymentIntents: { status: string; client_secret: string; metadata: { reference?: string } }[]
    events: { id: string; type: string }[]
  }
  paypal: {
    captures: { id: string; status: string; amountCents: number; customId: string | null }[]
    refunds: { captureId: string; amountCents: number; status: string; by: string }[]
    disputes: { captureId: string; amountCents: number; status: string; outcome: string | null }[]
    events: { id: string; event_type: string }[]
  }
}

/** Reads the providers' own books. */
export async function readThere({ host }: Scene): Promise<There> {
  const response = await fetch(`${host.sandbox.url}/sandbox/control/state`)
  const { stripe, paypal } = ((await response.json()) as { data: State }).data
  const ended = new Set(['succeeded', 'canceled'])
  const open = stripe.paymentIntents.filter(({ status }) => !ended.has(status))
  return {
    captures: [...cardCaptures(stripe), ...walletCaptures(paypal)],
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
    .map(({ id, amount, metadata }) => {
      const own = disputes.filter(({ charge }) => charge === id)
      return {
        provider: 'stripe',
        id,
        reference: metadata.reference ?? 'none',
        amountCents: amount,
        refundedCents: sum(refunds.filter(({ charge, status }) => charge === id && status !== 'failed')),
        lostCents: sum(own.filter(({ status }) => status === 'lost')),
        isDisputed: own.some(({ status }) => status !== 'lost' && status !== 'won'),
      }
    })
}

function walletCaptures({ captures, refunds, disputes }: State['paypal']): Capture[] {
  return captures
    .filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
    .map(({ id, amountCents, customId }) => {
      const given = refunds.filter(
        ({ captureId, status, by }) => captureId === id && status !== 'FAILED' && by !== 'reversal',
      )
      const own = disputes.filter(({ captureId }) => captureId === id)
      const lost = own.filter(({ outcome }) => outcome === 'RESOLVED_BUYER_FAVOUR')
      return {
        provider: 'paypal',
        id,
        reference: customId ?? 'none',
        amountCents,
        refundedCents: sum(given.map(({ amountCents: amount }) => ({ amount }))),
        lostCents: sum(lost.map(({ amountCents: amount }) => ({ amount }))),
        isDisputed: own.some(({ status }) => status !== 'RESOLVED'),
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
}

export interface EntryHere {
  kind: string
  reference: string
  tokens: number
}

export interface Here {
  purchases: PurchaseHere[]
  entries: EntryHere[]
  balance: number
}

/** Reads our own. */
export async function readHere({ host, consumer }: Scene): Promise<Here> {
  const [purchases, entries, wallets] = await Promise.all([
    host.query<PurchaseHere>(
      `select p.id, p.reference, idempotency_key as key, p.state, is_auto_purchase, p.amount_cents, number_of_tokens,
         refunded_cents, p.provider, provider_capture_id as capture_id,
         (select coalesce(sum(amount_cents), 0)::int from refunds r where r.purchase_id = p.id and r.state <> 'failed')
           as refund_rows_cents
       from purchases p where p.consumer_id = ${consumer.id} order by p.id`,
    ),
    host.query<EntryHere>(
      `select kind, reference, credit - debit as tokens from ledger_entries
       where consumer_id = ${consumer.id} order by id`,
    ),
    host.query<{ balance: number }>(`select balance from wallets where consumer_id = ${consumer.id}`),
  ])
  return { purchases, entries, balance: wallets[0]?.balance ?? Number.NaN }
}
