import { featureDescriptions } from '@almanac/contract/document'
import type { Endpoint } from '@almanac/contract/endpoint'
import { errorCatalogue } from '@almanac/contract/errors'
import { paletteRulesFor } from '@almanac/contract/palette'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { schemaOf } from './json-schema.ts'
import { openApiDocument } from './openapi.ts'
import { policyHash } from './policy-hash.ts'
import { sessionCookieName } from './session.ts'

const rules = `*{box-sizing:border-box}body{margin:0 auto;max-width:64rem;padding:2rem 1rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1,h2{font-family:Georgia,serif;font-weight:400}h1,h2{border-bottom:3px double var(--edge);padding-bottom:.5rem}h2{margin-top:3rem}
nav ul{columns:14rem;padding:0;list-style:none}a{color:inherit;text-underline-offset:.18em}
details{background:var(--leaf);border:1px solid var(--rule);border-radius:6px;margin:.5rem 0;padding:0 1rem}
summary{padding:.75rem 0;cursor:pointer;overflow-wrap:anywhere}summary span{display:block;color:var(--ink-2)}
code,pre{font:.875rem/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;border:1px solid var(--rule);border-radius:4px;white-space:pre-wrap}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--rule);overflow-wrap:anywhere}
`
const style = paletteRulesFor(rules) + rules

/** `GET /openapi.json` and `/docs`, a readable reference of every call, both made from the contract. */
export function registerDocs(
  app: FastifyInstance,
  endpoints: Readonly<Record<string, Endpoint>>,
  publicUrl: string,
): void {
  // Made for their first reader: to describe every call takes a good part of a start.
  let document: string | undefined
  let page: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(endpoints, publicUrl))
    return reply.type('application/json').header('cache-control', 'no-cache').send(document)
  })
  app.get('/docs', async (_request, reply) => {
    page ??= renderDocs(endpoints, sessionCookieName(publicUrl))
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src ${policyHash(style)}; frame-ancestors 'none'; base-uri 'none'`,
      )
      .send(page)
  })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

function renderDocs(endpoints: Readonly<Record<string, Endpoint>>, sessionCookie: string): string {
  const byFeature = Map.groupBy(Object.entries(endpoints), ([name]) => name.split('.')[0] ?? '')
  const features = [...byFeature.keys()]
  const sections = [...byFeature].map(
    ([feature, entries]) =>
      `<section><h2 id="${feature}">${feature}</h2><p>${escapeText(featureDescriptions[feature] ?? '')}</p>${entries.map(([, endpoint]) => renderEndpoint(endpoint)).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Almanac API</title><style>${style}</style></head><body>
<h1>Almanac API</h1>
<p>Every call, from the same contract that the server enforces and the web app uses. As a document for programs: <a href="/openapi.json">openapi.json</a>.</p>
<p>A session is the cookie <code>${sessionCookie}</code>, set by a login. Writes echo the cookie <code>XSRF-TOKEN</code>, which any answer sets to a client that lacks it, in the header <code>X-XSRF-TOKEN</code>. A failure is <code>{ message, code, requestId, errorMessageList? }</code>, some with a flag and fields of their own; 429 and 503 carry <code>Retry-After</code>.</p>
<nav aria-label="Features"><ul>${features.map((feature) => `<li><a href="#${feature}">${feature}</a></li>`).join('')}</ul></nav>
${sections.join('')}</body></html>`
}

function renderEndpoint(endpoint: Endpoint): string {
  const actor = typeof endpoint.actor === 'string' ? endpoint.actor : endpoint.actor.join(', ')
  const parts = [
    block('Path', endpoint.params),
    block('Query', endpoint.query),
    block('Body', endpoint.body),
    endpoint.response === 'bytes' ? renderContent(endpoint) : block('Answer', endpoint.response),
    renderErrors(endpoint),
  ]
  return `<details><summary><code>${endpoint.method} ${escapeText(endpoint.path)}</code><span>${escapeText(endpoint.summary)}. For: ${actor}.</span></summary>${parts.join('')}</details>`
}

function renderContent({ content }: Endpoint): string {
  const types = content?.mediaTypes.map((type) => `<code>${type}</code>`).join(', ') ?? 'the content itself'
  const ranges = content?.takesRange ? ' <code>Range</code> is honored: 206, or 416.' : ''
  const tag = content?.hasTag ? ' With <code>ETag</code>: <code>If-None-Match</code> is answered 304.' : ''
  return `<p>Answers ${types}.${ranges}${tag}</p>`
}

function block(title: string, schema: z.ZodType | undefined): string {
  if (!schema) return ''
  const json = schemaOf(schema, title === 'Answer' ? 'output' : 'input')
  return `<h3>${title}</h3><pre tabindex="0">${escapeText(JSON.stringify(json, null, 2))}</pre>`
}

function renderErrors(endpoint: Endpoint): string {
  const rows = endpoint.errors.map(
    (code) =>
      `<tr><td>${errorCatalogue[code].status}</td><td><code>${code}</code></td><td>${escapeText(errorCatalogue[code].message)}</td></tr>`,
  )
  if (rows.length === 0) return ''
  return `<h3>Failures of its own</h3><table><thead><tr><th>Status</th><th>Code</th><th>Message</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
