import { html, type Markup } from '../http/html.ts'
import type { Funding, Wallet } from './rows.ts'

/** What a payer is asked. */
export type Approval = {
  wallet: Wallet
  action: string
  idName: string
  id: string
  brandName: string | null
  /** Null: nothing is paid, the wallet is only kept. */
  amountCents: number | null
  description: string | null
  keeps: boolean
  email: string
  returnUrl: string | null
  cancelUrl: string | null
}

const walletNames = { paypal: 'PayPal', venmo: 'Venmo' }
const fundingNames: Record<Funding, string> = {
  balance: 'Balance',
  echeck: 'Bank account: pending for days',
  declined: 'Card: declined',
  disputed: 'Balance: disputed afterwards',
}

function document(title: string, wallet: Wallet, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox-wallet/assets/wallet.css">
</head>
<body class="${wallet}">
<main>${body}</main>
</body>
</html>`
}

/** The wallet's question to its payer. */
export function approvalPage(input: Approval): Markup {
  const wallet = walletNames[input.wallet]
  const shop = input.brandName ?? 'A shop'
  const paying = input.amountCents !== null
  return document(
    paying ? `Pay with ${wallet}` : `Save ${wallet}`,
    input.wallet,
    html`<p class="mark">${wallet}</p>
<h1>${paying ? html`Pay <span class="shop">${shop}</span>` : html`Save ${wallet} with <span class="shop">${shop}</span>`}</h1>
${input.amountCents === null ? '' : html`<p class="amount">$${(input.amountCents / 100).toFixed(2)}</p>`}
${input.description === null ? '' : html`<p>${input.description}</p>`}
${input.keeps ? html`<p>${shop} may charge this wallet later without asking you each time. You can end that in your ${wallet} account.</p>` : ''}
<form method="post" action="${input.action}">
<input type="hidden" name="${input.idName}" value="${input.id}">
<div class="field"><label for="email">Your ${wallet} account</label>
<input class="in" id="email" name="email" type="email" value="${input.email}" autocomplete="off"></div>
<div class="field"><label for="funding">Pay with</label>
<select class="in" id="funding" name="funding">${Object.entries(fundingNames).map(
      ([value, label]) => html`<option value="${value}">${label}</option>`,
    )}</select></div>
<div class="acts">
<button class="btn prime" name="decision" value="approve">${paying ? 'Pay now' : 'Agree and save'}</button>
<button class="btn" name="decision" value="cancel">Cancel and return</button>
</div>
</form>
<p class="note">This is a sandbox of ${wallet}. No real money moves.</p>`,
  )
}

/** For a link that asks nothing, or nothing more. */
export function closedPage(sentence: string): Markup {
  return document('Nothing to approve', 'paypal', html`<h1>Nothing to approve</h1><p>${sentence}</p>`)
}
