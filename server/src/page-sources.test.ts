import { expect, test } from 'vitest'
import { startTestApp } from '../test/harness.ts'
import { liveMessages, livePayments, testPayPal } from '../test/live-settings.ts'

const stripe = {
  'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
}
const ownOnly = { 'script-src': ["'self'"], 'connect-src': ["'self'"] }
/** The same in every mode. */
const always = { 'default-src': ["'self'"], 'form-action': ["'self'"], 'frame-ancestors': ["'none'"] }

interface Row {
  payments: 'sandbox' | 'live'
  messages: 'sandbox' | 'live'
  expected: Record<string, string[]>
  framesSandbox: boolean
}

test.each<Row>([
  { payments: 'sandbox', messages: 'sandbox', expected: ownOnly, framesSandbox: true },
  { payments: 'sandbox', messages: 'live', expected: ownOnly, framesSandbox: true },
  { payments: 'live', messages: 'sandbox', expected: stripe, framesSandbox: false },
  { payments: 'live', messages: 'live', expected: stripe, framesSandbox: false },
])(
  'with payments $payments and messages $messages a page uses what its card fields need, and nothing more, nor for wallets',
  async (row) => {
    const app = await startTestApp({
      withSandbox: row.payments === 'sandbox' || row.messages === 'sandbox',
      environment: {
        ...(row.payments === 'live' ? { ...livePayments, ...testPayPal } : {}),
        ...(row.messages === 'live' ? liveMessages : {}),
      },
    })
    try {
      const sandbox = row.framesSandbox
        ? { 'frame-src': ["'self'", app.sandbox.url, app.sandbox.url.replace('127.0.0.1', 'localhost')] }
        : {}
      for (const path of ['/v1/token-validity', '/nowhere']) {
        const { headers } = await app.client().get(path)
        expect(readPolicy(headers['content-security-policy'])).toMatchObject({
          ...always,
          ...row.expected,
          ...sandbox,
        })
        expect(headers['origin-agent-cluster'] ?? null).toBe(row.payments === 'live' ? '?1' : null)
      }
    } finally {
      await app.close()
    }
  },
)

function readPolicy(header: unknown): Record<string, string[]> {
  const directives = String(header).split(';')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )
}
