import type { World } from '../context.ts'
import { type BookedMoney, bookedMoney } from '../control/booked-money.ts'
import { html, type Markup } from '../http/html.ts'
import { testCards } from '../stripe/cards.ts'
import { idOf } from '../stripe/references.ts'
import { dollars, empty, instant, layout } from './layout.ts'
import { nextPayment } from './next-payment.ts'
import { waitingMoney } from './waiting-money.ts'

const shown = 50

/** The money as the providers know it, with what a cardholder or a bank can do to it. */
export function moneyPage(world: World, notice: string): Markup {
  const rows = bookedMoney(world)
  const total = rows.reduce((sum, row) => sum + signed(row), 0)
  return layout({
    title: 'Payments',
    place: 'money',
    lead: 'The providers’ own books: what was captured and what was given back, and what the next payment meets.',
    live: true,
    body: html`${notice === '' ? '' : html`<p class="notice" role="status">${notice}</p>`}
${nextPayment(world)}
${rows.length === 0 ? empty('No payment has gone through yet.') : table(world, rows, total)}
${waitingMoney(world)}
${rows.length > shown ? html`<p class="quiet">The newest ${shown} of ${rows.length}. The total is of all.</p>` : ''}
${cards()}`,
  })
}

function signed(row: BookedMoney): number {
  if (row.kind === 'capture') return row.amount
  return row.status === 'failed' || row.status === 'canceled' ? 0 : -row.amount
}

function table(world: World, rows: BookedMoney[], total: number): Markup {
  return html`<div class="panel"><table class="tbl">
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">At</th><th scope="col">Id</th><th scope="col">Reference</th><th scope="col" class="r">Amount</th><th scope="col"><span class="sr">Actions</span></th></tr></thead>
<tbody>${rows.slice(0, shown).map((row) => moneyRow(world, row))}</tbody>
<tfoot><tr><th scope="row" colspan="5">Received, less refunds</th><td class="r">${dollars(Math.round(total * 100) / 100)}</td><td></td></tr></tfoot>
</table></div>`
}

function moneyRow(world: World, row: BookedMoney): Markup {
  return html`<tr>
<td data-l="When">${instant(row.createdAt)}</td>
<td class="lead">${row.kind === 'capture' ? 'Payment' : 'Refund'} <span class="tag${row.status === 'succeeded' && !row.disputed ? ' ok' : ''}">${row.disputed ? 'disputed' : row.status}</span></td>
<td data-l="At" class="brief">${providerNames[row.provider]}</td>
<td data-l="Id" class="id">${row.id}</td>
<td data-l="Reference" class="id">${referencesOf(row) || '–'}</td>
<td data-l="Amount" class="r">${dollars(row.kind === 'capture' ? row.amount : -row.amount)}</td>
<td class="acts">${row.kind === 'capture' ? captureActions(world, row) : ''}</td>
</tr>`
}

/** What the product calls it. PayPal keeps one reference under two names, which say no more than it does. */
function referencesOf({ provider, metadata }: BookedMoney): string {
  if (provider === 'paypal') return [...new Set(Object.values(metadata))].join(', ')
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ')
}

const providerNames = { stripe: 'Stripe', paypal: 'PayPal' }

/** What a payer or a person at the provider can do to a payment: once it is disputed, decide that. */
function captureActions(world: World, row: BookedMoney): Markup {
  const dispute = disputeOf(world, row)
  if (dispute?.decided) return html`<span class="quiet">Dispute ${dispute.decided}</span>`
  if (dispute) {
    return html`<form class="pair" method="post" action="/sandbox/money/disputes/${dispute.id}">
<button class="btn small" name="status" value="won">Won<span class="sr"> ${row.id}</span></button><button class="btn small" name="status" value="lost">Lost<span class="sr"> ${row.id}</span></button></form>`
  }
  const name = row.provider === 'stripe' ? 'charge' : 'capture'
  return html`<form class="pair" method="post" action="/sandbox/money/disputes"><input type="hidden" name="${name}" value="${row.charge}">
<button class="btn small">Dispute<span class="sr"> ${row.id}</span></button><button class="btn small" formaction="/sandbox/money/refunds">Refund<span class="sr"> ${row.id} at the provider</span></button></form>`
}

function disputeOf(world: World, row: BookedMoney): { id: string; decided: string | null } | undefined {
  const atStripe = world.books.disputes.all().find((one) => idOf(one.charge) === row.charge)
  if (atStripe) {
    const decided = ['won', 'lost'].includes(atStripe.status) ? atStripe.status : null
    return { id: atStripe.id, decided }
  }
  const atPaypal = world.books.paypalDisputes.all().findLast((one) => one.captureId === row.charge)
  const outcomes = { RESOLVED_BUYER_FAVOUR: 'lost', RESOLVED_SELLER_FAVOUR: 'won' }
  return atPaypal && { id: atPaypal.id, decided: atPaypal.outcome && outcomes[atPaypal.outcome] }
}

function cards(): Markup {
  return html`<section><h2>Cards to pay with</h2>
<p class="quiet">Any future expiry, any three digits (four for Amex), any name.</p>
<div class="panel"><table class="tbl">
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th><th scope="col">Id for programs</th></tr></thead>
<tbody>${testCards.map(
    (card) =>
      html`<tr><td class="lead num">${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</td><td data-l="What">${describeCard(card)}</td><td data-l="Id" class="id">${card.paymentMethod}</td></tr>`,
  )}</tbody></table></div></section>`
}

function describeCard(card: (typeof testCards)[number]): string {
  const { challenge, decline, later } = card
  const asks =
    challenge === 'always'
      ? 'The bank asks every time'
      : challenge === 'unless_set_up'
        ? 'The bank asks until the card is saved'
        : ''
  const says = decline
    ? `${asks === '' ? 'Refused' : 'then refused'}: ${decline.declineCode.replaceAll('_', ' ')}`
    : ''
  const follows =
    later === 'dispute'
      ? 'Paid, then disputed'
      : later === 'refund_fails'
        ? 'Paid; a refund fails later'
        : later === 'refund_pending'
          ? 'Paid; a refund is pending first'
          : ''
  return [asks, says, follows].filter(Boolean).join(', ') || `Paid (${card.brand})`
}
