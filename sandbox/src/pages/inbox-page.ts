import type { World } from '../context.ts'
import { html, type Markup } from '../http/html.ts'
import type { InboxMessage } from '../state/records.ts'
import { empty, instant, layout } from './layout.ts'

type Filter = { to: string; channel: string }

const shown = 100

/** The newest messages of all phones and mailboxes, each with its code to be read at a glance. */
export function inboxPage(world: World, filter: Filter): Markup {
  const messages = world.inbox
    .find({ to: filter.to, channel: filter.channel, limit: shown })
    .filter((message) => message.direction === 'out')
  return layout({
    title: 'Inbox',
    place: 'inbox',
    lead: 'Every text and e-mail the product has sent, newest first. New ones appear by themselves.',
    live: true,
    body: html`${filterForm(filter)}
${messages.length === 0 ? empty(emptySentence(filter)) : list(messages)}
${messages.length >= shown ? html`<p class="quiet">These are the newest ${shown}. Name an address to see older ones.</p>` : ''}
<p class="sr" role="status" data-count="${world.books.inbox.count()}"></p>`,
  })
}

function emptySentence({ to }: Filter): string {
  return to === ''
    ? 'Nothing has been sent yet. Sign up, and the code arrives here.'
    : `Nothing for ${to} yet.`
}

function filterForm(filter: Filter): Markup {
  const choice = (value: string, label: string) =>
    html`<option value="${value}"${filter.channel === value ? html` selected` : ''}>${label}</option>`
  return html`<form class="filter" method="get" action="/sandbox" role="search">
<div class="field grow"><label for="to">Address</label>
<input class="in" id="to" name="to" type="search" value="${filter.to}" placeholder="stella@example.com or +1 212 555 0101" autocomplete="off"></div>
<div class="field"><label for="channel">Kind</label>
<select class="in" id="channel" name="channel">${choice('', 'Texts and e-mail')}${choice('sms', 'Texts')}${choice('email', 'E-mail')}</select></div>
<div class="acts"><button class="btn">Show</button>${filter.to || filter.channel ? html`<a class="btn bare" href="/sandbox">Show all</a>` : ''}</div>
</form>`
}

function list(messages: InboxMessage[]): Markup {
  return html`<ol class="mails">${messages.map(row)}</ol>`
}

function row(message: InboxMessage): Markup {
  const code = codeOf(message)
  const title = message.channel === 'email' ? message.subject || '(no subject)' : message.text
  return html`<li class="mail">
<div class="about">
<p class="meta"><span class="tag">${message.channel === 'email' ? 'E-mail' : 'Text'}</span> <b>${message.to}</b> ${instant(message.createdAt)}</p>
<a class="title" href="/sandbox/inbox/${message.id}">${title}</a>
${message.channel === 'email' ? html`<p class="quiet snip">${snippet(message)}</p>` : ''}
</div>
${code === null ? '' : codeFigure(code)}
</li>`
}

/** Six digits in two groups of three; as text they stay one word, so that copying gives the code. */
export function codeFigure(code: string): Markup {
  return html`<p class="code" title="Code"><span>${code.slice(0, 3)}</span><span>${code.slice(3)}</span></p>`
}

/** The six-digit code in a message, if it carries one. */
export function codeOf(message: Pick<InboxMessage, 'subject' | 'text' | 'html'>): string | null {
  const visible = (message.html ?? '').replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, ' ')
  const found = /(?<![\d#&.+-])\d{6}(?![\d.-]*\d)/.exec(
    `${message.text}\n${message.subject ?? ''}\n${visible}`,
  )
  return found?.[0] ?? null
}

function snippet(message: InboxMessage): string {
  const text = (message.text || (message.html ?? '').replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}
