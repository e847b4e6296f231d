import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, expect, type Locator, type Page, type Route } from 'playwright/test'

const folder = join(import.meta.dirname, '..')
const cardNumber = /\d{4} ?\d{4} ?\d{4} ?\d{4}/
const fieldPage = `<!doctype html><meta charset="utf-8"><title>Card field</title>
<style>body{margin:0}input{width:100%;box-sizing:border-box;border:0}</style>
<body><script src="/endive/elements-inner.js"></script></body>`

/** What a browser met that it should not have. */
export interface Watch {
  /** Violations of a security policy, each as `directive blocked-address`. */
  violations: string[]
  /** Calls of hosts that are neither the product's nor Stripe's, and card numbers on their way to the product. */
  strays: string[]
}

/**
 * Puts the stand-in for Stripe.js under Stripe's own addresses and the sandbox at `sandboxUrl` behind its API and its
 * bank; no request leaves this machine. Answers what is watched meanwhile.
 */
export async function standForStripe(
  context: BrowserContext,
  { sandboxUrl, productUrl }: { sandboxUrl: string; productUrl: string },
): Promise<Watch> {
  const watch: Watch = { violations: [], strays: [] }
  await watchPolicy(context, watch)
  // The route that was added last is asked first.
  await context.route(/^https?:/, (route) => {
    const request = route.request()
    const isOwn = new URL(request.url()).origin === productUrl
    if (isOwn && !cardNumber.test(request.postData() ?? '')) return route.fallback()
    watch.strays.push(request.url())
    return route.abort()
  })
  const script = (name: string) => readFile(join(folder, name), 'utf8')
  const scripts = {
    '/endive/stripe.js': await script('stripe-js-stand-in.js'),
    '/endive/elements-inner.js': await script('stripe-js-stand-in-field.js'),
    '/endive/chunk.js': 'window.stripeChunkIsLoaded = true',
  }
  await context.route(/^https:\/\/([a-z0-9-]+\.)?js\.stripe\.com\//, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = Object.entries(scripts).find(([path]) => path === pathname)?.[1]
    return route.fulfill(
      body
        ? { contentType: 'text/javascript; charset=utf-8', body }
        : { contentType: 'text/html; charset=utf-8', body: fieldPage },
    )
  })
  await context.route(/^https:\/\/(api|hooks)\.stripe\.com\//, (route) => passOn(route, sandboxUrl))
  return watch
}

async function passOn(route: Route, sandboxUrl: string): Promise<void> {
  const { pathname, search } = new URL(route.request().url())
  const response = await route.fetch({ url: `${sandboxUrl}${pathname}${search}` })
  const headers = { ...response.headers(), 'access-control-allow-origin': '*' }
  await route.fulfill({ response, headers })
}

/** Hears of violations from the pages and frames themselves, and from the console, which tells of those before them too. */
async function watchPolicy(context: BrowserContext, { violations }: Watch): Promise<void> {
  await context.exposeBinding('tellViolation', (_source, violation: string) => violations.push(violation))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (violation: string) => void }
      tellViolation(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(`console ${message.text()}`)
  })
}

const frames = {
  'Card number': 'Secure card number input frame',
  Expiry: 'Secure expiration date input frame',
  CVC: 'Secure CVC input frame',
} as const

/** A field of Stripe's own frames. */
export function stripeField(page: Page, label: keyof typeof frames): Locator {
  return page.getByTitle(frames[label]).contentFrame().locator('input')
}

/** Fills Stripe's three fields and ours. */
export async function fillStripeCard(page: Page, number: string, name: string): Promise<void> {
  await stripeField(page, 'Card number').fill(number)
  await stripeField(page, 'Expiry').fill('12 / 34')
  await stripeField(page, 'CVC').fill('123')
  await page.getByLabel('Name on card').fill(name)
}

/** Answers the bank's question in Stripe's frame, or closes the window around it. */
export async function answerStripeBank(page: Page, answer: 'Approve' | 'Fail' | 'Close'): Promise<void> {
  const bank = page.getByTitle('Bank authentication')
  const within = answer === 'Close' ? page : bank.contentFrame()
  await expect(bank.contentFrame().getByRole('button', { name: 'Approve' })).toBeVisible()
  await within.getByRole('button', { name: answer, exact: true }).click()
  await expect(bank).toHaveCount(0)
}
