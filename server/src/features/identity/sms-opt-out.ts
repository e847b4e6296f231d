import type { Tx } from '../../platform/database.ts'
import { announceChanges } from '../../platform/wakeups.ts'

/**
 * Records that a phone texted STOP (or, for null, START) for every user with that number: the provider's block is on
 * the number, whoever it belongs to (decision S7). A repeated STOP keeps the first instant.
 */
export async function recordSmsOptOut(
  tx: Tx,
  smsPhoneNumber: string,
  optedOutAt: Date | null,
): Promise<void> {
  const changed = await tx
    .updateTable('users')
    .set({ smsOptedOutAt: optedOutAt })
    .where('smsPhoneNumber', '=', smsPhoneNumber)
    .where('smsOptedOutAt', optedOutAt ? 'is' : 'is not', null)
    .returning(['id', 'tenantId'])
    .execute()
  await announceChanges(
    tx,
    changed.map(({ id, tenantId }) => ({ topic: 'profile', tenantId, userId: id })),
  )
}
