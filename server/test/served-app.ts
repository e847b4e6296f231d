/**
 * The product's app and jobs as a process of their own, for tests that kill it: like `main.ts`, but on the test's
 * database and sandbox and without the web build. PUBLIC_URL is where the providers call back. Prints `{ "port": … }`
 * once it listens.
 */
import type { AddressInfo } from 'node:net'
import { buildApp } from '../src/app.ts'
import { createDeps } from '../src/deps.ts'
import { holdRestored } from '../src/features/operations/index.ts'
import { readConfig } from '../src/platform/config.ts'
import { runJobs } from '../src/platform/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { buildWorker } from '../src/worker.ts'

const { DATABASE_URL = '', SANDBOX_URL = '', SANDBOX_SMTP_PORT = '' } = process.env
const config = readConfig(process.env)
const log = createLog(config.LOG_LEVEL)
const deps = await createDeps({
  config,
  databaseUrl: DATABASE_URL,
  publicUrl: config.PUBLIC_URL ?? 'http://localhost',
  log,
  sandbox: { url: SANDBOX_URL, smtpPort: Number(SANDBOX_SMTP_PORT) },
})
const app = await buildApp(deps)
await app.listen({ port: 0, host: '127.0.0.1' })
await holdRestored(deps.db, log)
const jobs = runJobs(buildWorker(deps), log)
deps.wakeups.onJob((name) => jobs.wake(name))

process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ port: (app.server.address() as AddressInfo).port })}\n`)
