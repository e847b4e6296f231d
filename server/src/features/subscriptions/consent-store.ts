import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** How a consent came about or ended. */
export type ConsentSource = 'screen' | 'letter-link' | 'text-message' | 'provider-report'

/** That a consumer agreed to a medium, or withdrew it. */
export interface Consent {
  tenantId: number
  consumerId: number
  /** Null for every category. */
  categoryId: number | null
  medium: 'sms' | 'email'
  act: 'given' | 'withdrawn'
  /** The e-mail address, or the number in E.164. */
  recipient: string
  /** What was agreed to as it was shown, or what was written or pressed to end it. */
  wording: string
  source: ConsentSource
  /** Where it came from, for what came by a browser. */
  ipAddress: string | null
}

/** Adds to the record of consents, which nobody can change afterwards. */
export async function recordConsents(tx: Tx, consents: readonly Consent[]): Promise<void> {
  if (consents.length > 0)
    await tx
      .insertInto('consents')
      .values([...consents])
      .execute()
}

/** Whether a consumer agreed to the SMS of a category at this number within the last day. */
export async function hasRecentSmsConsent(
  tx: Tx,
  { tenantId, consumerId, categoryId }: { tenantId: number; consumerId: number; categoryId: number },
  recipient: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('consents')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .where('categoryId', '=', categoryId)
    .where('medium', '=', 'sms')
    .where('act', '=', 'given')
    .where('recipient', '=', recipient)
    .where('createdAt', '>', sql<Date>`now() - interval '24 hours'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
