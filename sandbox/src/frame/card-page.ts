import { html, type Markup } from '../http/html.ts'

type CardPage = { parentOrigin: string; publishableKey: string; scheme: string }

/** The card fields: a document of the provider's origin, so that no number reaches the page around it. */
export function cardPage(input: CardPage): Markup {
  return html`<!doctype html>
<html lang="en"${input.scheme ? html` data-scheme="${input.scheme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card details</title>
<link rel="stylesheet" href="/sandbox-frame/assets/frame.css">
<script type="module" src="/sandbox-frame/assets/card.js"></script>
</head>
<body data-parent-origin="${input.parentOrigin}" data-key="${input.publishableKey}">
<form class="card" id="card" novalidate autocomplete="on">
${field({ id: 'number', label: 'Card number', autocomplete: 'cc-number', numeric: true, placeholder: '1234 1234 1234 1234', wide: true })}
${field({ id: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', numeric: true, placeholder: 'MM / YY' })}
${field({ id: 'cvc', label: 'CVC', autocomplete: 'cc-csc', numeric: true, placeholder: '123' })}
${field({ id: 'name', label: 'Name on card', autocomplete: 'cc-name', numeric: false, placeholder: '', wide: true })}
<p class="err whole" id="form-error" role="alert" hidden></p>
<button class="sr" type="submit" tabindex="-1" aria-hidden="true">Use this card</button>
</form>
</body>
</html>`
}

type Field = {
  id: string
  label: string
  autocomplete: string
  numeric: boolean
  placeholder: string
  wide?: boolean
}

function field(input: Field): Markup {
  return html`<div class="field${input.wide ? ' wide' : ''}">
<label for="${input.id}">${input.label}</label>
<div class="box">
<input class="in" id="${input.id}" name="${input.id}" type="text" autocomplete="${input.autocomplete}"
 inputmode="${input.numeric ? 'numeric' : 'text'}" placeholder="${input.placeholder}"
 autocapitalize="off" spellcheck="false" required aria-describedby="${input.id}-error">
${input.id === 'number' ? html`<span class="brand" id="brand" aria-live="polite"></span>` : ''}
</div>
<p class="err" id="${input.id}-error" hidden></p>
</div>`
}
