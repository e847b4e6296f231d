import { palette } from '@almanac/contract/palette'
import type { OutgoingMessage } from './outgoing-message.ts'

const { paper, ink, ink2, edge, rule } = palette
/** Mail programs darken a letter as they see fit. */
const light = { paper: paper[0], ink: ink[0], ink2: ink2[0], edge: edge[0], rule: rule[0] }

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** The two forms of a letter. Mail programs know neither variables nor style sheets, so styles stand inline. */
export function renderMail(
  message: Pick<OutgoingMessage, 'subject' | 'paragraphs' | 'figure' | 'companyName'>,
  footer?: { text: string; html: string },
): { text: string; html: string } {
  const { paragraphs, figure, companyName, subject } = message
  const text = [
    ...(figure ? [figure] : []),
    ...paragraphs,
    companyName,
    ...(footer ? [footer.text] : []),
  ].join('\n\n')
  const serif = "font-family:Besley,Georgia,'Times New Roman',serif;font-weight:400"
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:${light.paper};color:${light.ink};font:17px/1.55 'Public Sans',system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="${serif};font-size:19px;margin:0;padding-bottom:12px;border-bottom:3px double ${light.edge}">${escapeHtml(companyName)}</p>
${figure ? `<p style="${serif};font-size:38px;letter-spacing:4px;margin:24px 0 8px">${escapeHtml(figure)}</p>` : ''}
${paragraphs.map((paragraph) => `<p style="margin:16px 0">${escapeHtml(paragraph)}</p>`).join('\n')}
${footer ? `<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid ${light.rule};font-size:14px;color:${light.ink2}">${footer.html}</p>` : ''}
</div></body></html>`
  return { text, html }
}
