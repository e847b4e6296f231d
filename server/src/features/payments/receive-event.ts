import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { noteCall } from '../../platform/callers.ts'
import { DomainError } from '../../platform/errors.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentProvider } from './ports.ts'

export const processEventsJob = 'process-payment-events'

/**
 * Puts a callback of a provider into the inbox, once however often it comes; it is worked off from there. That the provider
 * has called is noted each time.
 * @throws DomainError `invalid_input` where the signature is not right, `unavailable` where that can't be found out now;
 * nothing is stored then.
 */
export async function receiveEvent(
  { db }: Pick<PaymentDeps, 'db'>,
  provider: PaymentProvider,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const event = await provider.readEvent(rawBody, headers)
  if (!event) throw new DomainError('invalid_input', { message: 'The signature is not valid.' })
  await noteCall(db.reader, provider.name)
  await db.transact(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('paymentEvents')
      .values({
        provider: provider.name,
        eventId: event.id,
        type: event.type,
        body: sql`${JSON.stringify(event.body)}::jsonb`,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'eventId']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) await wakeJob(tx, processEventsJob)
  })
}
