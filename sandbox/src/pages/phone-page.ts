import type { World } from '../context.ts'
import { html, type Markup } from '../http/html.ts'
import { normalise } from '../state/inbox.ts'
import type { InboxMessage } from '../state/records.ts'
import { empty, instant, layout } from './layout.ts'

/** A phone in the hand of a consumer: its conversation, and what it can reply. */
export function phonePage(world: World, number: string): Markup {
  const known = knownNumbers(world)
  const chosen = number === '' ? (known[0] ?? '') : normalise(number)
  const talk = chosen === '' ? [] : world.inbox.find({ to: chosen, channel: 'sms', limit: 50 }).reverse()
  const blocked = world.books.optOuts.all().filter((one) => one.number === chosen)
  return layout({
    title: 'Phone',
    place: 'phone',
    lead: 'Hold a consumer’s phone: read its texts and reply. STOP, START and HELP are answered by the provider.',
    live: true,
    body: html`<form class="filter" method="get" action="/sandbox/phone">
<div class="field grow"><label for="number">Number</label>
<input class="in" id="number" name="number" type="tel" list="numbers" value="${chosen}" placeholder="+1 212 555 0101" autocomplete="off">
<datalist id="numbers">${known.map((one) => html`<option value="${one}"></option>`)}</datalist></div>
<div class="acts"><button class="btn">Take this phone</button></div>
</form>
${chosen === '' ? empty('No phone has received a text yet.') : conversation(chosen, talk, blocked.length > 0)}`,
  })
}

function knownNumbers(world: World): string[] {
  const numbers = world.books.inbox
    .newestFirst()
    .filter(({ channel }) => channel === 'sms')
    .map(({ direction, to, from }) => (direction === 'out' ? to : from))
  return [...new Set(numbers)].slice(0, 50)
}

function conversation(number: string, talk: InboxMessage[], blocked: boolean): Markup {
  return html`<section class="phone" aria-label="Conversation of ${number}">
${blocked ? html`<p class="notice warn" role="status">This phone has texted STOP. The provider refuses every text to it (21610) until it texts START.</p>` : ''}
${
  talk.length === 0
    ? empty('This phone has no texts yet.')
    : html`<ol class="talk">${talk.map(
        (message) =>
          html`<li class="${message.direction === 'in' ? 'mine' : 'theirs'}"><p class="bubble"><span class="sr">${message.direction === 'in' ? 'Sent: ' : 'Received: '}</span>${message.text}</p>${instant(message.createdAt)}</li>`,
      )}</ol>`
}
<form class="reply" method="post" action="/sandbox/phone">
<input type="hidden" name="from" value="${number}">
<div class="acts" role="group" aria-label="Quick replies">
${['STOP', 'START', 'HELP'].map((word) => html`<button class="btn" name="quick" value="${word}">${word}</button>`)}
</div>
<div class="field"><label for="body">Own words</label><input class="in" id="body" name="body" autocomplete="off"></div>
<div class="acts"><button class="btn prime" name="quick" value="">Send</button></div>
</form></section>`
}
