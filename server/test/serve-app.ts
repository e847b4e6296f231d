import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { childEnvironment } from './child-environment.ts'
import type { TestClient } from './client.ts'
import { withDatabase } from './database.ts'
import type { TestApp } from './harness.ts'

const entry = fileURLToPath(new URL('./served-app.ts', import.meta.url))

/** The product in a process of its own, on the database and the sandbox of a test's app. */
export interface Served {
  url: string
  /** Resolves to the signal that ended the process, if one did. */
  ended: Promise<NodeJS.Signals | null>
  stop(): Promise<void>
  /** Asks as somebody who signed in at the test's app: both share database and secrets. */
  post(
    somebody: { client: TestClient },
    path: string,
    body: unknown,
    idempotencyKey?: string,
  ): Promise<Response>
}

/** Starts it; it dies at `crashAt` as a power cut would end it. */
export async function serveApp(app: TestApp, dataDir: string, crashAt?: string): Promise<Served> {
  const [row] = await app.query<{ name: string }>('select current_database() as name')
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...childEnvironment,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: withDatabase(inject('testServerUrl'), row?.name ?? ''),
      SANDBOX_URL: app.sandbox.url,
      SANDBOX_SMTP_PORT: String(app.sandbox.smtpPort),
      ...(crashAt ? { CRASH_AT: crashAt } : {}),
    },
  })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const url = `http://127.0.0.1:${await readPort(child)}`
  return {
    url,
    ended,
    async stop() {
      child.stdin.end()
      await ended
    },
    post: ({ client }, path, body, idempotencyKey) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
          'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
          cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify(body),
      }),
  }
}

async function readPort(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('The process has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return (JSON.parse(line) as { port: number }).port
  }
  throw new Error('The process ended before it listened')
}
