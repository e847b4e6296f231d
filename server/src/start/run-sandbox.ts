import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SandboxAddress } from '../deps.ts'
import type { Config } from '../platform/config.ts'
import { sandboxAccount } from '../sandbox-account.ts'
import { spawnOwn } from './spawn-own.ts'

const entry = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url))

export interface RunningSandbox extends SandboxAddress {
  stop(): Promise<void>
}

/** Starts the provider sandbox as a child that ends with this process, however that ends. */
export async function runSandbox(config: Config, origin: string, publicUrl: string): Promise<RunningSandbox> {
  const child = spawnOwn(entry, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      SANDBOX_PORT: String(config.SANDBOX_PORT),
      SANDBOX_EXIT_WITH_PARENT: '1',
      SANDBOX_DATA_DIR: `${config.DATA_DIR}/sandbox`,
      SANDBOX_APP_ORIGINS: [...new Set([publicUrl, origin, origin.replace('127.0.0.1', 'localhost')])].join(
        ',',
      ),
      SANDBOX_STRIPE_WEBHOOK_SECRET: sandboxAccount.stripeWebhookSecret,
      SANDBOX_STRIPE_STATEMENT_PREFIX: config.STATEMENT_DESCRIPTOR_PREFIX,
      SANDBOX_PAYPAL_CLIENT_ID: sandboxAccount.paypalClientId,
      SANDBOX_PAYPAL_CLIENT_SECRET: sandboxAccount.paypalClientSecret,
      SANDBOX_PAYPAL_WEBHOOK_ID: sandboxAccount.paypalWebhookId,
      SANDBOX_TWILIO_ACCOUNT_SID: sandboxAccount.twilioAccountSid,
      SANDBOX_TWILIO_SERVICE_SID: sandboxAccount.twilioMessagingServiceSid,
      SANDBOX_TWILIO_AUTH_TOKEN: sandboxAccount.twilioAuthToken,
      // A provider that is live is not played beside it.
      SANDBOX_WEBHOOK_STRIPE_URL: config.PAYMENTS === 'sandbox' ? `${origin}/v1/webhooks/stripe` : '',
      SANDBOX_WEBHOOK_PAYPAL_URL: config.PAYPAL === 'sandbox' ? `${origin}/v1/webhooks/paypal` : '',
      SANDBOX_WEBHOOK_BOUNCE_URL: config.MESSAGES === 'sandbox' ? `${origin}/v1/webhooks/mail/bounce` : '',
      SANDBOX_BOUNCE_SECRET: sandboxAccount.bounceSecret,
      SANDBOX_WEBHOOK_TWILIO_URL: config.MESSAGES === 'sandbox' ? `${origin}/v1/webhooks/twilio/inbound` : '',
    },
  })
  const { port, smtpPort } = await readyLine(child)
  return {
    url: `http://127.0.0.1:${port}`,
    smtpPort,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function readyLine(child: ChildProcess): Promise<{ port: number; smtpPort: number }> {
  if (!child.stdout) throw new Error('The provider sandbox has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    child.stdout.resume()
    return JSON.parse(line)
  }
  throw new Error('The provider sandbox did not start; its own message stands above.')
}

/** An answer is at hand at once, but whoever loads the rest of the product meanwhile looks at it late. */
const answerWithinMs = 60_000

/** Asks a sandbox that runs elsewhere for its mail port. */
export async function findSandbox(url: string): Promise<SandboxAddress> {
  const response = await fetch(`${url}/sandbox/control/state`, {
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const { data } = (await response.json()) as { data: { smtpPort: number } }
  return { url: url.replace(/\/$/, ''), smtpPort: data.smtpPort }
}
