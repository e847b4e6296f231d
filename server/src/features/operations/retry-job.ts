import { writeAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { wakeJob } from '../../platform/wakeups.ts'

/**
 * Has a job look for work at once, in whichever worker runs it; it would by itself after its pause.
 * @throws DomainError `not_found` for a name that no worker runs.
 */
export async function retryJob(
  db: Database,
  actor: { userId: number; role: string },
  job: string,
): Promise<void> {
  await db.transact(async (tx) => {
    const known = await tx
      .selectFrom('jobRuns')
      .select(['lastSuccessAt', 'lastFailureAt', 'failure'])
      .where('name', '=', job)
      .executeTakeFirst()
    if (!known) throw new DomainError('not_found')
    await writeAudit(tx, { tenantId: null, actor, action: 'retry-job', subject: `job:${job}`, before: known })
    await wakeJob(tx, job)
  })
}
