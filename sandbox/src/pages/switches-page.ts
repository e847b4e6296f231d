import type { World } from '../context.ts'
import { type Fault, faultKinds, faultProviders } from '../faults/faults.ts'
import { html, type Markup } from '../http/html.ts'
import type { Delivery } from '../state/records.ts'
import { webhookProviders } from '../webhooks/mode.ts'
import { empty, instant, layout } from './layout.ts'

const shown = 30

/** What each fault does, in a sentence's end. */
const kindLabels: Record<Fault['kind'], string> = {
  timeout_after_success: 'works, never answers',
  reset_after_success: 'works, drops the connection',
  error_500_after_success: 'works, answers 500',
  error_500_before: 'answers 500, does nothing',
  timeout_before: 'never answers, does nothing',
  reset_before: 'drops the connection, does nothing',
  conflict_409: 'answers 409',
  rate_limited_429: 'answers 429',
  latency: 'is slow',
  token_expired: 'takes the key for expired (Stripe, PayPal)',
  decline: 'refuses (card, wallet, number or mailbox)',
  pending: 'leaves the payment or refund pending (PayPal)',
  late_vault_id: 'keeps the wallet later (PayPal)',
}
const providerLabels = { stripe: 'Stripe', paypal: 'PayPal', twilio: 'Twilio', smtp: 'Mail' }

/** The faults that can be switched on, how webhooks travel, and what became of them. */
export function switchesPage(world: World, notice: string): Markup {
  return layout({
    title: 'Switches',
    place: 'switches',
    lead: 'Make the providers misbehave, as they do on a bad day.',
    body: html`${notice === '' ? '' : html`<p class="notice" role="status">${notice}</p>`}
<div class="columns">
<section><h2>Faults</h2>${faultList(world.faults.list())}${faultForm()}</section>
<section><h2>Webhooks</h2>${webhookProviders.map((provider) => webhookForm(world, provider))}</section>
</div>
<section><h2>Callbacks sent</h2>${deliveries(world)}</section>
<section><h2>Everything</h2>${otherForms(world)}</section>`,
  })
}

function options(values: readonly string[], labels: Record<string, string>, chosen = ''): Markup[] {
  return values.map(
    (value) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${labels[value] ?? value}</option>`,
  )
}

function faultList(faults: Fault[]): Markup {
  if (faults.length === 0) return html`<p class="quiet">None is switched on. All providers are well.</p>`
  return html`<ul class="rows">${faults.map(
    (
      fault,
    ) => html`<li><span><b>${providerLabels[fault.provider]}</b> ${kindLabels[fault.kind]}${fault.kind === 'latency' ? ` (${fault.latencyMs} ms)` : ''}${fault.code ? ` (${fault.code})` : ''}${fault.path ? ` at ${fault.path}` : ''}, ${fault.times} more ${fault.times === 1 ? 'time' : 'times'}</span>
<form method="post" action="/sandbox/switches/faults/${String(fault.id)}/remove"><button class="btn small">Off<span class="sr">: ${providerLabels[fault.provider]} ${kindLabels[fault.kind]}</span></button></form></li>`,
  )}</ul>`
}

function faultForm(): Markup {
  return html`<form class="panel form" method="post" action="/sandbox/switches/faults">
<div class="field"><label for="provider">Provider</label><select class="in" id="provider" name="provider">${options(faultProviders, providerLabels)}</select></div>
<div class="field"><label for="kind">What it does</label><select class="in" id="kind" name="kind">${options(faultKinds, kindLabels)}</select></div>
<div class="field"><label for="times">Times</label><input class="in" id="times" name="times" type="number" min="1" value="1"></div>
<div class="field"><label for="latencyMs">Slow by, ms</label><input class="in" id="latencyMs" name="latencyMs" type="number" min="0" value="2000"></div>
<div class="field"><label for="path">Only where the path has</label><input class="in" id="path" name="path" placeholder="payment_intents" autocomplete="off"></div>
<div class="field"><label for="code">Code of a refusal</label><input class="in" id="code" name="code" placeholder="insufficient_funds" autocomplete="off"></div>
<div class="acts"><button class="btn prime">Switch on</button></div>
</form>`
}

function webhookForm(world: World, provider: Delivery['provider']): Markup {
  const mode = world.deliveries.modes[provider]
  const id = (name: string) => `${provider}-${name}`
  return html`<form class="panel form" method="post" action="/sandbox/switches/webhooks">
<h3>${providerLabels[provider]}</h3>
<input type="hidden" name="provider" value="${provider}">
<div class="field"><label for="${id('delayMs')}">Delay, ms</label><input class="in" id="${id('delayMs')}" name="delayMs" type="number" min="0" value="${mode.delayMs}"></div>
<div class="field"><label for="${id('repeat')}">Sent how often</label><input class="in" id="${id('repeat')}" name="repeat" type="number" min="1" max="50" value="${mode.repeat}"></div>
<div class="field"><label for="${id('lose')}">Lose the next (−1: all)</label><input class="in" id="${id('lose')}" name="lose" type="number" min="-1" value="${mode.lose}"></div>
<label class="check"><input type="checkbox" name="shuffle" value="true"${mode.shuffle ? html` checked` : ''}> In any order</label>
<div class="acts"><button class="btn prime">Set<span class="sr"> for ${providerLabels[provider]}</span></button></div>
</form>`
}

function deliveries(world: World): Markup {
  const newest = world.books.deliveries.newestFirst().slice(0, shown)
  const acts = html`<div class="acts start">
<form method="post" action="/sandbox/switches/flush"><button class="btn">Send all waiting now</button></form>
<form method="post" action="/sandbox/switches/resend"><button class="btn">Send lost and failed again</button></form></div>`
  if (newest.length === 0) return empty('No callback has been due yet.')
  return html`${acts}<div class="panel"><table class="tbl">
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">To</th><th scope="col">State</th><th scope="col" class="r">Tries</th><th scope="col"><span class="sr">Actions</span></th></tr></thead>
<tbody>${newest.map(
    (one) => html`<tr>
<td data-l="When">${instant(one.createdAt)}</td>
<td class="lead">${providerLabels[one.provider]} ${one.label}</td>
<td data-l="To" class="id">${one.url}</td>
<td data-l="State"><span class="tag${one.state === 'delivered' ? ' ok' : ''}">${one.state}</span> ${one.lastStatus ?? ''}</td>
<td data-l="Tries" class="r">${one.attempts}</td>
<td class="acts"><form method="post" action="/sandbox/switches/resend"><input type="hidden" name="id" value="${one.id}"><button class="btn small">Again<span class="sr"> ${one.label}</span></button></form></td>
</tr>`,
  )}</tbody></table></div>`
}

function otherForms(world: World): Markup {
  const { optOutBy } = world.twilio.settings
  return html`<div class="columns">
<form class="panel form" method="post" action="/sandbox/switches/config">
<div class="field"><label for="searchLagMs">Stripe’s search lags, ms</label><input class="in" id="searchLagMs" name="searchLagMs" type="number" min="0" value="${world.stripe.search.lagMs}"></div>
<div class="field"><label for="stripePerSecond">Stripe takes calls a second (0: any number)</label><input class="in" id="stripePerSecond" name="stripePerSecond" type="number" min="0" value="${world.stripe.rateLimit.perSecond}"></div>
<div class="field"><label for="optOutBy">Twilio reports STOP</label><select class="in" id="optOutBy" name="optOutBy">${options(['response', 'callback'], { response: 'in its answer', callback: 'by callback' }, optOutBy)}</select></div>
<div class="acts"><button class="btn prime">Set</button></div>
</form>
<details class="panel danger"><summary>Forget everything</summary>
<p>Empties the providers’ books, the inbox and all switches. The product keeps its own data, which then no longer matches.</p>
<form method="post" action="/sandbox/switches/reset"><button class="btn">Forget everything</button></form></details>
</div>`
}
