import type { World } from '../context.ts'
import type { Fault, FaultKind, FaultProvider } from '../faults/faults.ts'
import { html, type Markup } from '../http/html.ts'

type Press = { label: string; kind: FaultKind; code?: string; latencyMs?: number }
type At = { provider: FaultProvider; name: string; path: string; presses: Press[] }

const cutShort: Press[] = [
  { label: 'Paid, never answered', kind: 'timeout_after_success' },
  { label: 'Paid, connection dropped', kind: 'reset_after_success' },
  { label: 'Paid, answered 500', kind: 'error_500_after_success' },
  { label: 'Not paid, never answered', kind: 'timeout_before' },
  { label: 'Not paid, answered 500', kind: 'error_500_before' },
  { label: 'Too many calls', kind: 'rate_limited_429' },
  { label: 'Eleven seconds late', kind: 'latency', latencyMs: 11_000 },
]

/** Where payments are made, and what can become of the next one at the press of a button. */
const places: At[] = [
  {
    provider: 'stripe',
    name: 'Stripe',
    path: '/v1/payment_intents',
    presses: [
      { label: 'Insufficient funds', kind: 'decline', code: 'insufficient_funds' },
      { label: 'Lost card', kind: 'decline', code: 'lost_card' },
      ...cutShort,
    ],
  },
  {
    provider: 'paypal',
    name: 'PayPal',
    path: '/v2/checkout/orders',
    presses: [
      { label: 'Source declined', kind: 'decline', code: 'INSTRUMENT_DECLINED' },
      { label: 'Payer cannot pay', kind: 'decline', code: 'PAYER_CANNOT_PAY' },
      { label: 'Pending', kind: 'pending' },
      { label: 'Wallet named later', kind: 'late_vault_id' },
      ...cutShort,
    ],
  },
]

/** What waits for the next payment, and a button for each fault that it can meet; more of them are among the switches. */
export function nextPayment(world: World): Markup {
  const waiting = world.faults.list().filter(({ path }) => places.some((place) => place.path === path))
  return html`<section><h2>The next payment</h2>
<div class="faults-on">${waiting.map(waitingFault)}</div>
<div class="columns">${places.map(
    ({ provider, name, path, presses }) =>
      html`<div class="panel press"><h3>At ${name}</h3><div class="acts">${presses.map(
        (press) => html`<form method="post" action="/sandbox/money/faults">
<input type="hidden" name="provider" value="${provider}"><input type="hidden" name="path" value="${path}"><input type="hidden" name="kind" value="${press.kind}">
${press.code === undefined ? '' : html`<input type="hidden" name="code" value="${press.code}">`}${press.latencyMs === undefined ? '' : html`<input type="hidden" name="latencyMs" value="${press.latencyMs}">`}
<button class="btn small">${press.label}<span class="sr"> at ${name}</span></button></form>`,
      )}</div></div>`,
  )}</div></section>`
}

function waitingFault(fault: Fault): Markup {
  const place = places.find(({ path }) => path === fault.path)
  const same = place?.presses.filter(({ kind }) => kind === fault.kind) ?? []
  const label = (same.find(({ code = '' }) => code === fault.code) ?? same[0])?.label ?? fault.kind
  return html`<form class="notice waits" method="post" action="/sandbox/money/faults/${String(fault.id)}/remove">
<span><b>${place?.name}</b>: ${label}${fault.times > 1 ? `, ${fault.times} times` : ''}</span>
<button class="btn small">Off<span class="sr">: ${place?.name} ${label}</span></button></form>`
}
