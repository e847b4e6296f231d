import type { Reader, Tx } from '../../platform/database.ts'
import { lockWallet, postEntry, readLots } from '../ledger/index.ts'
import type { Purchase } from '../payments/index.ts'
import { readDisputed } from './refund-store.ts'
import { missingOf, planTokens } from './rules.ts'

/** Which refund or dispute changed, and who changed it. */
export interface Cause {
  kind: 'refund' | 'dispute'
  id: number
  /** `admin:3`, `system`. */
  actor: string
  /** Of a refund that is new: what of the shortfall is told is its own. */
  refundCents?: number
}

/** Tokens taken of the consumer, below 0 where some were given back, and those that are spent. */
export interface Moved {
  takenTokens: number
  missingTokens: number
}

const wordings = {
  refund: 'Refund of',
  'refund-return': 'Refund failed:',
  dispute: 'Payment disputed:',
  'dispute-return': 'Dispute closed:',
} as const

/**
 * What the purchase's refunds and disputes, as they stand, take of its tokens beyond what they have taken. Whoever acts upon
 * it holds the rows of purchase and wallet. Of a new refund the shortfall is its own alone.
 */
export async function planMove(
  reader: Reader | Tx,
  purchase: Purchase,
  refundCents?: number,
): Promise<{ take: number; missing: number }> {
  const lots = await readLots(reader, purchase)
  const lot = lots.find(({ reference }) => reference === `purchase:${purchase.id}`)
  const disputed = await readDisputed(reader, purchase.id)
  const gone = { ...purchase, ...disputed }
  const { take, missing } = planTokens(purchase, gone, lot ?? { takenBackTokens: 0, unspentTokens: 0 })
  return { take, missing: refundCents ? missingOf(purchase, gone, { refundCents, missing }) : missing }
}

/** Brings the purchase's tokens to that, by one row of the ledger at the most. The caller holds the purchase's row. */
export async function moveTokens(tx: Tx, purchase: Purchase, cause: Cause): Promise<Moved> {
  await lockWallet(tx, purchase.consumerId)
  const { take, missing } = await planMove(tx, purchase, cause.refundCents)
  if (take !== 0) await post(tx, purchase, cause, take)
  return { takenTokens: take, missingTokens: missing }
}

async function post(tx: Tx, purchase: Purchase, cause: Cause, take: number): Promise<void> {
  const { tenantId, consumerId, packageName } = purchase
  const kind = take > 0 ? cause.kind : (`${cause.kind}-return` as const)
  await postEntry(tx, {
    tenantId,
    consumerId,
    ...(take > 0 ? { debitTokens: take } : { creditTokens: -take }),
    kind,
    reference: await nextReference(tx, purchase, `${kind}:${purchase.id}:${cause.id}`),
    description: `${wordings[kind]} ${packageName}, purchase ${purchase.id}`,
    actor: cause.actor,
  })
}

/** One refund or dispute may move tokens more than once: disputed again, lost after it was won. */
async function nextReference(tx: Tx, { consumerId }: Purchase, reference: string): Promise<string> {
  const { count } = await tx
    .selectFrom('ledgerEntries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('consumerId', '=', consumerId)
    .where((e) => e.or([e('reference', '=', reference), e('reference', 'like', `${reference}:%`)]))
    .executeTakeFirstOrThrow()
  return count === 0 ? reference : `${reference}:${count + 1}`
}
