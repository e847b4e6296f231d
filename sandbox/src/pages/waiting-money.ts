import type { World } from '../context.ts'
import { html, type Markup } from '../http/html.ts'
import { dollars } from './layout.ts'

type Row = {
  what: string
  at: string
  id: string
  of: string
  amount: string
  act: string
  buttons: Button[]
}
type Button = { label: string; outcome: string }

const shown = 50
const walletNames = { paypal: 'PayPal', venmo: 'Venmo' }

/** What waits for a bank or PayPal, and what is kept for later, each with what can become of it. */
export function waitingMoney(world: World): Markup | string {
  const rows = [
    ...pendingCaptures(world),
    ...pendingRefunds(world),
    ...keptWallets(world),
    ...savedCards(world),
  ]
  if (rows.length === 0) return ''
  return html`<section><h2>Waiting and kept</h2><div class="panel"><table class="tbl">
<thead><tr><th scope="col">What</th><th scope="col">At</th><th scope="col">Id</th><th scope="col">Of</th><th scope="col" class="r">Amount</th><th scope="col"><span class="sr">Actions</span></th></tr></thead>
<tbody>${rows.slice(0, shown).map(
    (row) => html`<tr>
<td class="lead">${row.what}</td><td data-l="At" class="brief">${row.at}</td><td data-l="Id" class="id">${row.id}</td><td data-l="Of">${row.of}</td><td data-l="Amount" class="r">${row.amount}</td>
<td class="acts"><form class="pair" method="post" action="${row.act}">${row.buttons.map(
      ({ label, outcome }) =>
        html`<button class="btn small" name="outcome" value="${outcome}">${label}<span class="sr"> ${row.id}</span></button>`,
    )}</form></td></tr>`,
  )}</tbody></table></div></section>`
}

/** Payments that PayPal holds, and those whose wallet it has not kept yet. */
function pendingCaptures({ books }: World): Row[] {
  return books.paypalCaptures.newestFirst().flatMap((capture) => {
    const pending = capture.status === 'PENDING'
    if (!pending && capture.vault?.tokenId !== null) return []
    const kept = capture.vault?.tokenId === null ? [{ label: 'Keep the wallet', outcome: 'kept' }] : []
    const ends = [
      { label: 'Complete', outcome: 'completed' },
      { label: 'Deny', outcome: 'denied' },
    ]
    return {
      what: pending ? 'Payment, pending' : 'Wallet to be kept',
      at: walletNames[capture.wallet],
      id: capture.id,
      of: capture.payer.email,
      amount: dollars(capture.amountCents / 100),
      act: `/sandbox/money/captures/${capture.id}`,
      buttons: [...(pending ? ends : []), ...kept],
    }
  })
}

function pendingRefunds({ books }: World): Row[] {
  const buttons = [
    { label: 'Arrives', outcome: 'succeeded' },
    { label: 'Fails', outcome: 'failed' },
  ]
  const row = (at: string, id: string, of: string, amountCents: number) => ({
    what: 'Refund, pending',
    at,
    id,
    of,
    amount: dollars(amountCents / 100),
    act: `/sandbox/money/refunds/${id}`,
    buttons,
  })
  return [
    ...books.paypalRefunds
      .newestFirst()
      .filter(({ status }) => status === 'PENDING')
      .map((refund) => row('PayPal', refund.id, refund.captureId, refund.amountCents)),
    ...books.refunds
      .newestFirst()
      .filter(({ status }) => status === 'pending')
      .map((refund) => row('Stripe', refund.id, String(refund.payment_intent), refund.amount)),
  ]
}

function keptWallets({ books }: World): Row[] {
  return books.paypalTokens
    .newestFirst()
    .filter(({ gone }) => gone === null)
    .map((token) => ({
      what: 'Wallet, kept',
      at: walletNames[token.wallet],
      id: token.id,
      of: token.payer.email,
      amount: '',
      act: `/sandbox/money/wallets/${token.id}/revoke`,
      buttons: [{ label: 'Revoke', outcome: 'revoked' }],
    }))
}

function savedCards({ books }: World): Row[] {
  return books.paymentMethods
    .newestFirst()
    .filter(({ customer }) => customer !== null)
    .map((method) => ({
      what: 'Card, saved',
      at: 'Stripe',
      id: method.id,
      of: `${method.card?.brand ?? 'card'} ending in ${method.card?.last4 ?? ''}`,
      amount: '',
      act: `/sandbox/money/cards/${method.id}/detach`,
      buttons: [{ label: 'Detach', outcome: 'detached' }],
    }))
}
