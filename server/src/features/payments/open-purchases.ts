import type { OpenPurchase } from '@almanac/contract/payments'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { DomainError } from '../../platform/errors.ts'
import { failureOf } from './declines.ts'
import { keptAtSql, type ProviderAccount } from './providers.ts'
import type { Purchase } from './purchase-store.ts'
import { countTokens, formatCents } from './rules.ts'

/** How many purchases of one consumer may be neither paid nor failed; the next is refused. */
export const openPurchasesMax = 3

interface Owner {
  tenantId: number
  consumerId: number
}

/** Of one consumer's purchases one is begun at a time, at all servers. */
export async function lockBuying(tx: Tx, { tenantId, consumerId }: Owner): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', consumerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * The consumer's purchases that are neither paid nor failed, oldest first. Those that were sent to another account than
 * these can be neither asked about nor canceled with the present keys, and must not stand in anybody's way.
 */
export async function findOpenPurchases(
  reader: Reader | Tx,
  { tenantId, consumerId }: Owner,
  at: readonly ProviderAccount[],
): Promise<Purchase[]> {
  return reader
    .selectFrom('purchases')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .where('state', 'in', ['started', 'requires_action'])
    .where((e) => e.or([e('providerAccount', 'is', null), isSentTo(at)]))
    .orderBy('id')
    .execute()
}

const isSentTo = (at: readonly ProviderAccount[]) => keptAtSql(sql`provider`, sql`provider_account`, at)

/** The same as screens show them; prices in dollars, as agreed when each was made. */
export async function listOpenPurchases(
  reader: Reader,
  owner: Owner,
  at: readonly ProviderAccount[],
): Promise<OpenPurchase[]> {
  return (await findOpenPurchases(reader, owner, at)).map(toWire)
}

/** Names the purchase that stands before a new one. */
export function purchaseOpen(open: Purchase): DomainError {
  const payment = `your payment of ${formatCents(open.amountCents)} for ${open.packageName}`
  const waits =
    open.approveUrl === null
      ? `Your bank has not finished with ${payment}.`
      : `You have not approved ${payment} yet.`
  const message =
    open.state === 'requires_action'
      ? `${waits} Please finish or cancel it before you purchase again.`
      : `We are still finding out whether ${payment} went through. Please wait for that before you purchase again.`
  return new DomainError('purchase_open', { message, extra: { ...toWire(open) } })
}

/** Says that a purchase waits for its consumer's approval, and where that is given. */
export function approvalMissing(waiting: Purchase): DomainError {
  const { failureMessage: message } = failureOf(waiting.failureCode ?? 'approval_missing')
  return new DomainError('approval_missing', { message, extra: { ...toWire(waiting) } })
}

/** Says that an earlier purchase was paid when it was to be given up for a new one. */
export function earlierPurchasePaid(paid: Purchase): DomainError {
  const { amountCents, packageName, numberOfTokens } = paid
  const message =
    `Your earlier payment of ${formatCents(amountCents)} for ${packageName} went through after all and brought you ` +
    `${countTokens(numberOfTokens)}. Nothing more was charged.`
  return new DomainError('earlier_purchase_paid', { message, extra: namesOf(paid) })
}

function namesOf(purchase: Purchase) {
  return {
    purchaseId: purchase.id,
    packageId: purchase.packageId,
    packageName: purchase.packageName,
    price: toDollars(purchase.amountCents),
    numberOfTokens: purchase.numberOfTokens,
    paymentMethod: purchase.paymentMethod,
  }
}

function toWire(purchase: Purchase): OpenPurchase {
  return {
    ...namesOf(purchase),
    state: purchase.state === 'requires_action' ? 'requires_action' : 'started',
    approveUrl: purchase.state === 'requires_action' ? purchase.approveUrl : null,
    createdAt: purchase.createdAt.toISOString(),
  }
}
