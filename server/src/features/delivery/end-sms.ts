import type { Tx } from '../../platform/database.ts'
import { readPresent } from '../../platform/present.ts'
import { recordSmsOptOut, type SmsUser } from '../identity/index.ts'
import { type ConsentSource, recordConsents } from '../subscriptions/index.ts'

/** A number's word about SMS. */
export interface NumberWord {
  /** E.164. */
  number: string
  /** What was written, or the provider's name for it. */
  wording: string
  source: ConsentSource
}

/**
 * Ends SMS for everybody with a number, from this moment on, with the row of each in the record of consents.
 * @returns for whom that changed something.
 */
export async function endSms(tx: Tx, word: NumberWord): Promise<SmsUser[]> {
  const changed = await recordSmsOptOut(tx, word.number, await readPresent(tx))
  await recordWord(tx, word, 'withdrawn', changed)
  return changed
}

/** Lets SMS go to a number again. */
export async function resumeSms(tx: Tx, word: NumberWord): Promise<void> {
  await recordWord(tx, word, 'given', await recordSmsOptOut(tx, word.number, null))
}

async function recordWord(
  tx: Tx,
  { number: recipient, wording, source }: NumberWord,
  act: 'given' | 'withdrawn',
  users: readonly SmsUser[],
): Promise<void> {
  const rows = users.flatMap(({ tenantId, userId: consumerId, isConsumer }) =>
    tenantId !== null && isConsumer ? [{ tenantId, consumerId }] : [],
  )
  await recordConsents(
    tx,
    rows.map((row) => ({
      ...row,
      ...{ act, recipient, wording, source },
      ...{ categoryId: null, medium: 'sms' as const, ipAddress: null },
    })),
  )
}
