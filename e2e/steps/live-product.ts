import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type SandboxProcess, startSandboxProcess } from '../../server/test/sandbox-process.ts'
import { type RunningProduct, startProduct } from '../product.ts'

const stripeHost = pathToFileURL(join(import.meta.dirname, '..', '..', 'server', 'test', 'stripe-host.ts'))

/** The keys of somebody's Stripe test account; the sandbox takes no other. */
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_51Nova8bQ2xWcYt7Lr',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51Nova8bQ2xWcYt7Lr',
  STRIPE_WEBHOOK_SECRET: 'whsec_8bQ2xWcYt7LrNova',
}

export interface LiveProduct {
  url: string
  sandbox: SandboxProcess
  /** What it was started with. */
  environment: Record<string, string>
  /** Everything it has printed so far. */
  output(): string
  stop(): Promise<void>
}

/**
 * The product as it runs with Stripe's test keys and messages in the sandbox: payments live, and the sandbox behind
 * Stripe's host names.
 */
export async function startLiveProduct(): Promise<LiveProduct> {
  const sandbox = await startSandboxProcess({
    SANDBOX_STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY,
    SANDBOX_STRIPE_PUBLISHABLE_KEY: keys.STRIPE_PUBLISHABLE_KEY,
    SANDBOX_STRIPE_WEBHOOK_SECRET: keys.STRIPE_WEBHOOK_SECRET,
    SANDBOX_PUBLIC_URL: 'https://hooks.stripe.com',
  })
  const environment = {
    ...keys,
    PAYMENTS: 'live',
    SANDBOX_URL: sandbox.url,
    STRIPE_HOST_URL: sandbox.url,
    NODE_OPTIONS: `--import=${stripeHost.href}`,
  }
  let product: RunningProduct
  try {
    product = await startProduct({ env: environment })
  } catch (error) {
    await sandbox.stop()
    throw error
  }
  const { url } = product
  await sandbox.control('config', {
    appOrigins: [url],
    stripeWebhookUrl: `${url.replace('localhost', '127.0.0.1')}/v1/webhooks/stripe`,
  })
  return {
    url,
    sandbox,
    environment,
    output: product.output,
    async stop() {
      await product.stop()
      await sandbox.stop()
    },
  }
}
