import { createDeps } from '../src/deps.ts'
import { messageLane } from '../src/features/messages/send-messages.ts'
import { readConfig } from '../src/platform/config.ts'
import { runJobs } from '../src/platform/jobs.ts'
import { createLog } from '../src/platform/log.ts'

/** A process that sends letters of the outbox until it is ended; tests kill it while it holds some. */
const { DATABASE_URL = '', SMTP_PORT = '', LEASE_SECONDS = '3', ...environment } = process.env
const deps = await createDeps({
  config: readConfig({ ...environment, NODE_ENV: 'test' }),
  databaseUrl: DATABASE_URL,
  publicUrl: 'http://localhost:1',
  log: createLog('silent'),
  sandbox: { url: 'http://127.0.0.1:1', smtpPort: Number(SMTP_PORT) },
})
runJobs([messageLane(deps, 'mail', { everySeconds: 0.2, leaseSeconds: Number(LEASE_SECONDS) })], deps.log)
