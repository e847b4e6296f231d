import { createDeps } from '../src/deps.ts'
import { planDueTexts } from '../src/features/delivery/plan-due-texts.ts'
import { sendDeliveries } from '../src/features/delivery/send-deliveries.ts'
import { readConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'

/** A process that plans and sends what is due until it is ended; tests kill it at moments of their choice. */
const { DATABASE_URL = '', SANDBOX_HTTP = '', SANDBOX_SMTP = '', NOW = '', ...environment } = process.env
const deps = await createDeps({
  config: readConfig({ ...environment, NODE_ENV: 'test' }),
  databaseUrl: DATABASE_URL,
  publicUrl: environment.PUBLIC_URL ?? 'http://localhost:1',
  log: createLog('silent'),
  sandbox: { url: SANDBOX_HTTP, smtpPort: Number(SANDBOX_SMTP) },
  clock: { now: () => new Date(NOW) },
})

while (true) {
  const handled = (await planDueTexts(deps)) + (await sendDeliveries(deps))
  if (handled === 0) await new Promise((resolve) => setTimeout(resolve, 50))
}
