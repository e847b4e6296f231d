import type { World } from '../context.ts'
import { html, type Markup } from '../http/html.ts'
import type { InboxMessage } from '../state/records.ts'
import { codeFigure, codeOf } from './inbox-page.ts'
import { instant, layout } from './layout.ts'

/** One message in full: text, the e-mail as its reader sees it, its links and headers. */
export function messagePage(world: World, message: InboxMessage, notice: string): Markup {
  const code = codeOf(message)
  const links = linksOf(message)
  const isMail = message.channel === 'email'
  return layout({
    title: isMail ? message.subject || '(no subject)' : 'Text message',
    place: 'inbox',
    lead: isMail ? 'An e-mail as it arrived.' : 'A text as it arrived.',
    body: html`<p><a class="back" href="/sandbox">Back to the inbox</a></p>
${notice === '' ? '' : html`<p class="notice" role="status">${notice}</p>`}
<dl class="facts">
<div><dt>To</dt><dd><a href="/sandbox?to=${encodeURIComponent(message.to)}">${message.to}</a></dd></div>
<div><dt>From</dt><dd>${message.headers.From ?? message.from}</dd></div>
<div><dt>When</dt><dd>${instant(message.createdAt)}</dd></div>
${message.sid ? html`<div><dt>Status</dt><dd>${world.books.sms.get(message.sid)?.status ?? ''} · ${message.sid}</dd></div>` : ''}
</dl>
${code === null ? '' : html`<section aria-labelledby="code-title"><h2 id="code-title">Code</h2>${codeFigure(code)}</section>`}
${message.html === null ? '' : mailBody(message.html)}
${message.text === '' ? '' : html`<section><h2>${isMail ? 'Plain text' : 'Text'}</h2><pre class="panel plain" tabindex="0" aria-label="Plain text">${message.text}</pre></section>`}
${links.length === 0 ? '' : linkList(links)}
${unsubscribe(message)}
${isMail ? headerList(message) : replyHint(message)}`,
  })
}

/** The e-mail in a frame without scripts; `base` opens its links in a new tab. */
function mailBody(body: string): Markup {
  const source = `<base target="_blank">${body}`
  return html`<section><h2>As it looks</h2>
<iframe class="letter" title="The e-mail" data-fit sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe></section>`
}

function linkList(links: string[]): Markup {
  return html`<section><h2>Links</h2><ul class="links">${links.map(
    (link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`,
  )}</ul></section>`
}

/** Every web address in the message, once. */
export function linksOf(message: Pick<InboxMessage, 'text' | 'html'>): string[] {
  const inMarkup = [...(message.html ?? '').matchAll(/href\s*=\s*["'](https?:[^"']+)["']/gi)].map((match) =>
    (match[1] ?? '').replaceAll('&amp;', '&'),
  )
  const inText = (message.text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []).map((link) =>
    link.replace(/[.,;]+$/, ''),
  )
  return [...new Set([...inMarkup, ...inText])].filter((link) => URL.canParse(link))
}

/** The address that a mail program posts to for a one-click unsubscription (RFC 8058), if the message has one. */
export function oneClickAddress(message: InboxMessage): string | null {
  const header = (name: string) =>
    Object.entries(message.headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? ''
  if (!/List-Unsubscribe=One-Click/i.test(header('list-unsubscribe-post'))) return null
  return /<(https?:[^>]+)>/.exec(header('list-unsubscribe'))?.[1] ?? null
}

function unsubscribe(message: InboxMessage): Markup | string {
  if (oneClickAddress(message) === null) return ''
  return html`<section><h2>Unsubscribe</h2>
<p class="quiet">This e-mail offers one-click unsubscription. A mail program would show it as a button.</p>
<form method="post" action="/sandbox/inbox/${message.id}/unsubscribe"><button class="btn">Unsubscribe as a mail program does</button></form></section>`
}

function headerList(message: InboxMessage): Markup {
  return html`<details class="panel"><summary>Headers</summary><dl class="facts wide">${Object.entries(
    message.headers,
  ).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>`
}

function replyHint(message: InboxMessage): Markup {
  return html`<p><a class="btn" href="/sandbox/phone?number=${encodeURIComponent(message.to)}">Reply from this phone</a></p>`
}
