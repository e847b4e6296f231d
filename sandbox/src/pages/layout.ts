import type { FastifyReply } from 'fastify'
import { html, type Markup } from '../http/html.ts'

export type Place = 'inbox' | 'phone' | 'money' | 'switches'

const places: [place: Place, href: string, label: string][] = [
  ['inbox', '/sandbox', 'Inbox'],
  ['phone', '/sandbox/phone', 'Phone'],
  ['money', '/sandbox/money', 'Payments'],
  ['switches', '/sandbox/switches', 'Switches'],
]

type Page = { title: string; place: Place; lead: string; body: Markup; live?: boolean }

/** A page of the sandbox: masthead with the four places, title over a double rule, body, foot. */
export function layout(page: Page): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Sandbox</title>
<link rel="icon" href="/sandbox/assets/moon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/assets/sandbox.css">
${page.live ? html`<noscript><meta http-equiv="refresh" content="10"></noscript>` : ''}
<script type="module" src="/sandbox/assets/sandbox.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/sandbox"><img src="/sandbox/assets/moon.svg" width="32" height="32" alt="">Sandbox</a>
<nav class="places" aria-label="Sandbox">
${places.map(
  ([place, href, label]) =>
    html`<a href="${href}"${place === page.place ? html` aria-current="page"` : ''}>${label}</a>`,
)}
</nav>
</header>
<main id="main" tabindex="-1"${page.live ? html` data-live` : ''}>
<div class="head"><h1>${page.title}</h1><p>${page.lead}</p></div>
${page.body}
</main>
<footer class="foot">
<p>Stand-ins for Stripe, PayPal, Twilio and a mail host. No money moves, and nothing leaves this machine.</p>
</footer>
</body>
</html>`
}

/** Sends a page. `foreign` lets a message's own styles and pictures show. */
export function sendPage(reply: FastifyReply, page: Markup, foreign = false): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    foreign ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    foreign ? "img-src 'self' data: http: https:" : "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': policy.join('; '),
    })
    .send(page.text)
}

/** An instant as UTC; the script turns it into the reader's own time. */
export function instant(iso: string): Markup {
  const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
  return html`<time datetime="${iso}">${text}</time>`
}

/** Dollars and cents of a number of dollars. */
export function dollars(amount: number): string {
  const sign = amount < 0 ? '−' : ''
  return `${sign}$${Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** The place of a list that has nothing in it yet. */
export function empty(sentence: string): Markup {
  return html`<div class="empty"><img src="/sandbox/assets/moon.svg" width="48" height="48" alt=""><p>${sentence}</p></div>`
}
