import type { Tx } from '../../platform/database.ts'
import { announceChanges } from '../../platform/wakeups.ts'

/** A user whose SMS ended or began again. */
export interface SmsUser {
  tenantId: number | null
  userId: number
  isConsumer: boolean
}

/**
 * Records that a phone texted STOP (or, for null, START) for every user with that number: the provider's block is on
 * the number, whoever it belongs to (decision S7). A repeated STOP keeps the first instant.
 * @returns for whom that changed something.
 */
export async function recordSmsOptOut(
  tx: Tx,
  smsPhoneNumber: string,
  optedOutAt: Date | null,
): Promise<SmsUser[]> {
  const changed = await tx
    .updateTable('users')
    .set({ smsOptedOutAt: optedOutAt })
    .where('smsPhoneNumber', '=', smsPhoneNumber)
    .where('smsOptedOutAt', optedOutAt ? 'is' : 'is not', null)
    .returning(({ eb }) => [
      'id as userId',
      'tenantId',
      eb('role', '=', 'consumer').$castTo<boolean>().as('isConsumer'),
    ])
    .execute()
  await announceChanges(
    tx,
    changed.map(({ userId, tenantId }) => ({ topic: 'profile', tenantId, userId })),
  )
  return changed
}
