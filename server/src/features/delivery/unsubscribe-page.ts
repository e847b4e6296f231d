import { paletteRulesFor } from '@almanac/contract/palette'
import { policyHash } from '../../platform/http/policy-hash.ts'
import { escapeHtml } from '../messages/index.ts'
import type { LinkedSubscription } from './unsubscribe.ts'

const rules = `* { box-sizing: border-box }
body { margin: 0; padding: 48px 20px; background: var(--paper); color: var(--ink); font: 17px/1.55 "Public Sans", system-ui, sans-serif }
main { max-width: 480px; margin: 0 auto }
.company, h1 { font-family: Besley, Georgia, "Times New Roman", serif; font-weight: 400 }
.company { margin: 0; padding-bottom: 12px; border-bottom: 3px double var(--edge); font-size: 19px }
h1 { margin: 32px 0 8px; font-size: 30px; line-height: 1.2 }
p { margin: 0 0 24px; color: var(--ink-2) }
button { min-height: 48px; padding: 0 24px; border: 0; border-radius: 4px; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px }`
const style = paletteRulesFor(rules) + rules

/** The policy of these pages: their own style sheet, by its hash, and one form. */
export const unsubscribePolicy = [
  "default-src 'none'",
  `style-src ${policyHash(style)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function page(heading: string, company: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(heading)}</title><style>${style}</style></head>
<body><main><p class="company">${escapeHtml(company)}</p><h1>${escapeHtml(heading)}</h1>${content}</main></body></html>`
}

/** Asks before anything ends: programs that scan mail open every link in it. */
export function askPage({ companyName, categoryName }: LinkedSubscription): string {
  return page(
    'Stop these emails?',
    companyName,
    `<p>The daily Sunburst of ${escapeHtml(categoryName)} will no longer come to you by email. Receipts and codes still do.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  )
}

export function donePage({ companyName, categoryName }: LinkedSubscription): string {
  return page(
    'You are unsubscribed',
    companyName,
    `<p>The daily Sunburst of ${escapeHtml(categoryName)} will no longer come to you by email. You can subscribe again at any time under Daily Sunbursts.</p>`,
  )
}

export function unknownPage(): string {
  return page(
    'This link is not complete',
    'Almanac',
    '<p>Please open it again from the email, or end the subscription under Daily Sunbursts.</p>',
  )
}
