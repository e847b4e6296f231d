import type { ProviderName } from '@almanac/contract/payments'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { processEventsJob } from './receive-event.ts'

/**
 * Puts an event of the inbox to be worked off as if it had just come, whether it was parked or done: working it off twice
 * changes nothing.
 * @throws DomainError `not_found` for an unknown one.
 */
export async function replayEvent(
  db: Database,
  actor: { userId: number; role: string },
  { provider, eventId }: { provider: ProviderName; eventId: string },
): Promise<void> {
  await db.transact(async (tx) => {
    const replayed = await tx
      .updateTable('paymentEvents')
      .set({ attempts: 0, nextAttemptAt: sql<Date>`now()`, processedAt: null, parkedAt: null })
      .where('provider', '=', provider)
      .where('eventId', '=', eventId)
      .returning('type')
      .executeTakeFirst()
    if (!replayed) throw new DomainError('not_found')
    const subject = `payment-event:${provider}:${eventId}`
    await writeAudit(tx, { tenantId: null, actor, action: 'replay-payment-event', subject, after: replayed })
    await wakeJob(tx, processEventsJob)
  })
}
