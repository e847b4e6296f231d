/**
 * A worker as a process of its own, of the jobs that JOBS names (all of deliveries and automatic purchases unless given), on
 * a bench's database and sandbox. Says `{ "rssMiB", "cpuSeconds" }` four times a second; ends with its input.
 */
import { createDeps } from '../../server/src/deps.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { runJobs } from '../../server/src/platform/jobs.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { buildWorker } from '../../server/src/worker.ts'

const { DATABASE_URL = '', SANDBOX_HTTP = '', SANDBOX_SMTP = '', JOBS = '' } = process.env
const deps = await createDeps({
  config: readConfig(process.env),
  databaseUrl: DATABASE_URL,
  publicUrl: 'http://127.0.0.1:1',
  log: createLog('warn'),
  sandbox: { url: SANDBOX_HTTP, smtpPort: Number(SANDBOX_SMTP) },
})
const named = new Set(JOBS.split(',').filter((name) => name !== ''))
const jobs = runJobs(
  buildWorker(deps).filter(({ name }) => named.size === 0 || named.has(name)),
  deps.log,
)
deps.wakeups.onJob((name) => jobs.wake(name))

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const told = { rssMiB: process.memoryUsage.rss() / 2 ** 20, cpuSeconds: (user + system) / 1_000_000 }
  process.stdout.write(`${JSON.stringify(told)}\n`)
}, 250)
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
process.stdout.write('ready\n')
