import { glob, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * Where providers may be named: their adapters on the server and in the browser, and what chooses and configures them.
 * Migrations are the past of a database, tests and their tools drive the sandbox by its own names.
 */
const places: readonly RegExp[] = [
  /^server\/src\/adapters\/(stripe|paypal)\//,
  /^server\/src\/(deps|sandbox-account)\.ts$/,
  /^server\/src\/platform\/(config|live-settings|secret-files)\.ts$/,
  /^server\/src\/start\//,
  /^web\/src\/features\/payments\/stripe\//,
  /^web\/src\/features\/payments\/open-card-provider\.ts$/,
]

/** Names that the specification gives to fields and addresses, whoever the provider is. */
const wireNames =
  /isStripePayment|isPaypalPayment|stripeId|paypalPaymentToken|\/default-payment\/(stripe|paypal)|waysToPay\.(paypal|venmo)/g

/** On screens PayPal and Venmo are ways to pay, in the words of the specification; who moves the money is not. */
const namesIn = (path: string) => (path.startsWith('web/') ? /stripe/i : /stripe|paypal|venmo/i)

/** The lines of a file that name a provider where none may be named. */
function findNames(path: string, text: string): string[] {
  if (places.some((place) => place.test(path))) return []
  const lines = text.replace(wireNames, '').split('\n')
  return lines.flatMap((line, at) => (namesIn(path).test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []))
}

async function readSources(): Promise<[path: string, text: string][]> {
  const files: [string, string][] = []
  for (const folder of ['server/src', 'server/demo', 'web/src']) {
    for await (const file of glob('**/*.{ts,tsx,css}', { cwd: join(root, folder) })) {
      if (/\.test\.tsx?$/.test(file)) continue
      const full = join(root, folder, file)
      files.push([relative(root, full).replaceAll('\\', '/'), await readFile(full, 'utf8')])
    }
  }
  return files
}

describe('a provider', () => {
  test('is named by no file but its adapter, and what chooses and configures it', async () => {
    const sources = await readSources()
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.flatMap(([path, text]) => findNames(path, text))).toEqual([])
  })

  test.each([
    ['server/src/features/payments/buy-package.ts', "if (provider === 'stripe') return", 1],
    ['server/src/features/refunds/rules.ts', '// as PayPal does it', 1],
    ['web/src/features/operations/use-health.ts', "provider: 'stripe' | 'paypal'", 1],
    ['server/src/features/payments/queries.ts', "isStripePayment: row?.kind === 'card',", 0],
    ['server/src/adapters/stripe/call.ts', "import Stripe from 'stripe'", 0],
    ['web/src/features/payments/payment-tabs.tsx', "label: 'PayPal'", 0],
  ])('in %s is found: %s', (path, line, found) => {
    expect(findNames(path, `const before = 1\n${line}\n`)).toHaveLength(found)
  })
})
