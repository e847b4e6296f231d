import { html, type Markup } from '../http/html.ts'
import type { PendingChallenge } from '../stripe/answer-challenge.ts'
import type { StripeWorld } from '../stripe/context.ts'
import { idOf } from '../stripe/references.ts'

function document(title: string, body: Markup, data: Record<string, string> = {}): Markup {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox-frame/assets/frame.css">
<script type="module" src="/sandbox-frame/assets/challenge.js"></script>
</head>
<body class="bank"${attributes}>
<main aria-label="${title}">${body}</main>
</body>
</html>`
}

/** The bank's question to its cardholder. */
export function challengePage(world: StripeWorld, pending: PendingChallenge, parentOrigin: string): Markup {
  const card = world.books.paymentMethods.get(idOf(pending.intent.payment_method) ?? '')?.card
  const what =
    pending.kind === 'payment'
      ? html`<p class="amount">$${(pending.intent.amount / 100).toFixed(2)}</p>
<p>A shop asks for this payment with your card ending in <b>${card?.last4 ?? '····'}</b>.</p>`
      : html`<p>A shop asks to keep your card ending in <b>${card?.last4 ?? '····'}</b> for later payments.</p>`
  return document(
    'Your bank asks',
    html`<h1>Your bank asks</h1>
${what}
<p>Is it you?</p>
<form method="post" action="/sandbox-frame/challenge">
<input type="hidden" name="client_secret" value="${pending.intent.client_secret ?? ''}">
<input type="hidden" name="parentOrigin" value="${parentOrigin}">
<div class="acts">
<button class="btn" name="decision" value="fail">Fail</button>
<button class="btn prime" name="decision" value="approve">Approve</button>
</div>
</form>
<p class="note">This bank is a sandbox. No real money moves.</p>`,
    { 'parent-origin': parentOrigin },
  )
}

/** After the answer, when there is no address to return to: the page around it is told. */
export function answeredPage(approved: boolean, parentOrigin: string): Markup {
  return document(
    approved ? 'Approved' : 'Not approved',
    html`<h1>${approved ? 'Approved' : 'Not approved'}</h1>
<p>${approved ? 'Your bank has confirmed it.' : 'Your bank has refused it.'} You can return to the shop.</p>`,
    { 'parent-origin': parentOrigin, result: approved ? 'approved' : 'failed' },
  )
}

/** For a link that asks nothing, or nothing more. */
export function nothingToAnswerPage(sentence: string): Markup {
  return document('Nothing to approve', html`<h1>Nothing to approve</h1><p>${sentence}</p>`)
}
