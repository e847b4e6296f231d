import { createDeps } from '../src/deps.ts'
import { buyAutomatically } from '../src/features/auto-purchase/buy-automatically.ts'
import { readConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'

/** A process that buys for one consumer what their rule wants; tests kill it at each step (`CRASH_AT`). */
const { DATABASE_URL = '', SANDBOX_URL = '', TENANT_ID = '', CONSUMER_ID = '', ...environment } = process.env
const deps = await createDeps({
  config: readConfig({ ...environment, NODE_ENV: 'test' }),
  databaseUrl: DATABASE_URL,
  publicUrl: 'http://localhost',
  log: createLog('silent'),
  sandbox: { url: SANDBOX_URL, smtpPort: 1 },
})
await buyAutomatically(deps, { tenantId: Number(TENANT_ID), consumerId: Number(CONSUMER_ID) })
process.exit(0)
