import { operations } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listProviders, type PaymentDeps } from '../payments/index.ts'
import { decideHeld } from './decide-held.ts'
import { readPlatformHealth } from './queries.ts'
import { retryJob } from './retry-job.ts'

interface OperationsDeps extends Pick<PaymentDeps, 'providers'> {
  db: Database
}

/** How the platform stands, and what an admin can set going again. */
export function operationsRoutes({ db, ...deps }: OperationsDeps): Route[] {
  return [
    bind(operations.readPlatformHealth, () => readPlatformHealth(db.reader, listProviders(deps))),
    bind(operations.decideHeld, ({ session, params, body }) => decideHeld(db, session, params.restore, body)),
    bind(operations.retryJob, async ({ session, params }) => {
      await retryJob(db, session, params.job)
      return { message: 'The job is looking for work now.' }
    }),
  ]
}
