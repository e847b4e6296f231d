import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../../sandbox/src/options.ts'
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts'
import { startRecorded } from '../../sandbox/test/recorder.ts'
import { childEnvironment } from './child-environment.ts'

const entry = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url))

export interface SandboxProcess {
  url: string
  smtpPort: number
  /** What was sent to an address or number, newest first. */
  messages(to: string): Promise<SandboxMessage[]>
  /** The money as the providers know it. */
  payments(): Promise<SandboxPayment[]>
  control(path: string, body: unknown): Promise<unknown>
  stop(): Promise<void>
}

export interface SandboxMessage {
  id: string
  channel: 'sms' | 'email'
  to: string
  subject: string
  text: string
  html: string | null
  createdAt: string
}

export interface SandboxPayment {
  id: string
  provider: string
  kind: 'capture' | 'refund'
  amount: number
  status: string
  createdAt: string
}

/** Starts the provider sandbox as the process it is; it ends with the test. */
export async function startSandboxProcess(environment: Record<string, string>): Promise<SandboxProcess> {
  const sandbox = await startRecorded('product', async (publicUrl) => {
    const child = spawn(process.execPath, [entry], {
      env: {
        ...childEnvironment,
        SANDBOX_EXIT_WITH_PARENT: '1',
        SANDBOX_PUBLIC_URL: publicUrl,
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const close = () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      })
    return { ...(await readyLine(child)), close }
  })
  return sandboxAt(sandbox)
}

/**
 * Starts the same sandbox in the test's own process, on ports of its own, which takes a tenth of the time: for tests that
 * are not about processes.
 */
export async function startSandboxHere(environment: Record<string, string>): Promise<SandboxProcess> {
  const sandbox = await startRecorded('product', (publicUrl) =>
    startSandbox(readOptions({ SANDBOX_PUBLIC_URL: publicUrl, ...environment })),
  )
  return sandboxAt(sandbox)
}

function sandboxAt({ port, smtpPort, close }: Sandbox): SandboxProcess {
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    smtpPort,
    async messages(to) {
      const response = await fetch(`${url}/sandbox/messages?to=${encodeURIComponent(to)}`)
      return ((await response.json()) as { data: SandboxMessage[] }).data
    },
    async payments() {
      const response = await fetch(`${url}/sandbox/payments`, { headers: { accept: 'application/json' } })
      return ((await response.json()) as { data: SandboxPayment[] }).data
    },
    async control(path, body) {
      const response = await fetch(`${url}/sandbox/control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`)
      return response.json()
    },
    stop: close,
  }
}

async function readyLine(child: ChildProcess): Promise<{ port: number; smtpPort: number }> {
  if (!child.stdout) throw new Error('The sandbox has no output')
  const failed = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`The sandbox ended with code ${code}`)))
  })
  const lines = createInterface({ input: child.stdout })
  const ready = (async () => {
    for await (const line of lines) {
      if (line.startsWith('{')) return JSON.parse(line) as { port: number; smtpPort: number }
    }
    throw new Error('The sandbox never got ready')
  })()
  return Promise.race([ready, failed])
}

/**
 * How a sandbox on ports of its own is told of an app, which it calls back impatiently; the secrets are those that the app
 * uses in sandbox mode.
 */
export function sandboxEnvironment(publicUrl: string): Record<string, string> {
  const origin = publicUrl.replace('localhost', '127.0.0.1')
  return {
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    SANDBOX_APP_ORIGINS: publicUrl,
    SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    SANDBOX_PAYPAL_CLIENT_ID: 'sandbox-client',
    SANDBOX_PAYPAL_CLIENT_SECRET: 'sandbox-secret',
    SANDBOX_PAYPAL_WEBHOOK_ID: 'WHSANDBOX',
    SANDBOX_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    SANDBOX_TWILIO_SERVICE_SID: `MG${'0'.repeat(32)}`,
    SANDBOX_TWILIO_AUTH_TOKEN: 'sandbox-auth-token',
    SANDBOX_WEBHOOK_STRIPE_URL: `${origin}/v1/webhooks/stripe`,
    SANDBOX_WEBHOOK_PAYPAL_URL: `${origin}/v1/webhooks/paypal`,
    SANDBOX_WEBHOOK_BOUNCE_URL: `${origin}/v1/webhooks/mail/bounce`,
    SANDBOX_BOUNCE_SECRET: 'sandbox-bounce-secret',
    SANDBOX_WEBHOOK_TWILIO_URL: `${origin}/v1/webhooks/twilio/inbound`,
    SANDBOX_TWILIO_STEP_MS: '20',
    SANDBOX_WEBHOOK_RETRY_MS: '50',
  }
}
