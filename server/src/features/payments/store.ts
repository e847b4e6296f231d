import { type Selectable, sql } from 'kysely'
import type { Reader, Tables, Tx } from '../../platform/database.ts'
import { announceChange } from '../../platform/wakeups.ts'
import type { Failure } from './declines.ts'
import type { CardCharge } from './ports.ts'

/** A purchase as it is stored; amounts in cents. */
export type Purchase = Selectable<Tables['purchases']>

export type NewPurchase = Pick<
  Purchase,
  | 'tenantId'
  | 'consumerId'
  | 'packageId'
  | 'packageName'
  | 'numberOfTokens'
  | 'amountCents'
  | 'paymentMethodId'
  | 'isSavedAsDefault'
  | 'idempotencyKey'
  | 'requestHash'
>

/** Stores a card purchase as `started`; undefined where the consumer used the idempotency key before. */
export async function insertCardPurchase(tx: Tx, purchase: NewPurchase): Promise<Purchase | undefined> {
  return tx
    .insertInto('purchases')
    .values({ ...purchase, provider: 'stripe', paymentMethod: 'Stripe' })
    .onConflict((conflict) => conflict.columns(['consumerId', 'idempotencyKey']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findByIdempotencyKey(
  reader: Reader | Tx,
  consumerId: number,
  idempotencyKey: string,
): Promise<Purchase | undefined> {
  return reader
    .selectFrom('purchases')
    .selectAll()
    .where('consumerId', '=', consumerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/** A consumer's own purchase; undefined for any other. */
export async function findOwnPurchase(
  reader: Reader,
  own: { tenantId: number; consumerId: number; purchaseId: number },
): Promise<Purchase | undefined> {
  return reader
    .selectFrom('purchases')
    .selectAll()
    .where('tenantId', '=', own.tenantId)
    .where('consumerId', '=', own.consumerId)
    .where('id', '=', own.purchaseId)
    .executeTakeFirst()
}

export async function findByReference(reader: Reader, reference: string): Promise<Purchase | undefined> {
  return reader.selectFrom('purchases').selectAll().where('reference', '=', reference).executeTakeFirst()
}

export async function findPurchase(reader: Reader, purchaseId: number): Promise<Purchase | undefined> {
  return reader.selectFrom('purchases').selectAll().where('id', '=', purchaseId).executeTakeFirst()
}

/** The transition to `settled`, once and from any other state; undefined where it was made before. */
export async function markSettled(
  tx: Tx,
  purchaseId: number,
  charge: CardCharge,
): Promise<Purchase | undefined> {
  return tx
    .updateTable('purchases')
    .set({
      state: 'settled',
      providerPaymentId: charge.providerPaymentId,
      cardBrand: charge.card?.brand ?? null,
      lastFourDigit: charge.card?.lastFourDigit ?? null,
      failureCode: null,
      failureMessage: null,
      settledAt: sql<Date>`now()`,
    })
    .where('id', '=', purchaseId)
    .where('state', 'in', ['started', 'requires_action', 'failed'])
    .where((e) =>
      e.or([e('providerPaymentId', 'is', null), e('providerPaymentId', '=', charge.providerPaymentId)]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The transition to `failed`, from an open state only; the consumer's screens are told. */
export async function markFailed(
  reader: Reader,
  purchaseId: number,
  failure: Failure,
  providerPaymentId: string | null,
): Promise<void> {
  const failed = await reader
    .updateTable('purchases')
    .set({
      state: 'failed',
      ...failure,
      providerPaymentId: sql<string | null>`coalesce(provider_payment_id, ${providerPaymentId})`,
    })
    .where('id', '=', purchaseId)
    .where('state', 'in', ['started', 'requires_action'])
    .returning(['tenantId', 'consumerId'])
    .executeTakeFirst()
  if (failed) await announceOpen(reader, failed)
}

/**
 * Notes that the provider is being told to charge it, so that nobody gives it up meanwhile; false where that has
 * happened, or the purchase went on otherwise: it must not be sent then.
 */
export async function markSent(reader: Reader, purchaseId: number): Promise<boolean> {
  const { numUpdatedRows } = await reader
    .updateTable('purchases')
    .set({ chargeSentAt: sql<Date>`now()` })
    .where('id', '=', purchaseId)
    .where('state', '=', 'started')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Gives up a purchase that the provider knows nothing of, unless it was told to charge it so few seconds ago. */
export async function markAbandoned(
  reader: Reader,
  purchaseId: number,
  failure: Failure,
  afterSeconds: number,
): Promise<void> {
  const failed = await reader
    .updateTable('purchases')
    .set({ state: 'failed', ...failure })
    .where('id', '=', purchaseId)
    .where('state', 'in', ['started', 'requires_action'])
    .where(
      sql<boolean>`greatest(created_at, charge_sent_at) < now() - make_interval(secs => ${afterSeconds})`,
    )
    .returning(['tenantId', 'consumerId'])
    .executeTakeFirst()
  if (failed) await announceOpen(reader, failed)
}

/** Has the consumer's screens ask again for what is open. */
async function announceOpen(reader: Reader, purchase: Pick<Purchase, 'tenantId' | 'consumerId'>) {
  const { tenantId, consumerId } = purchase
  await announceChange(reader, { topic: 'balance', tenantId, userId: consumerId })
}

/** Keeps the provider's id of an open charge, and that it waits for the cardholder if it does. */
export async function markOpen(
  reader: Reader,
  purchaseId: number,
  providerPaymentId: string,
  state: 'started' | 'requires_action',
): Promise<void> {
  const opened = await reader
    .updateTable('purchases')
    .set({ state, providerPaymentId })
    .where('id', '=', purchaseId)
    .where('state', '=', 'started')
    .where((e) => e.or([e('providerPaymentId', 'is', null), e('providerPaymentId', '=', providerPaymentId)]))
    .returning(['tenantId', 'consumerId'])
    .executeTakeFirst()
  if (opened && state === 'requires_action') await announceOpen(reader, opened)
}

export interface PayingConsumer {
  tenantId: number
  consumerId: number
  fullName: string
  email: string
  companyName: string
  createdAt: Date
  customerId: string | null
}

/** Who pays, and to whom. */
export async function readPayingConsumer(reader: Reader | Tx, consumerId: number): Promise<PayingConsumer> {
  return reader
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenantId')
    .where('users.id', '=', consumerId)
    .select([
      'tenants.id as tenantId',
      'users.id as consumerId',
      'users.fullName',
      'users.email',
      'users.createdAt',
      'users.stripeCustomerId as customerId',
      'tenants.companyName',
    ])
    .executeTakeFirstOrThrow()
}

/** Stores the provider's record of a consumer; the first one stored stays, and is answered. */
export async function keepCustomerId(
  reader: Reader,
  consumerId: number,
  customerId: string,
): Promise<string> {
  const row = await reader
    .updateTable('users')
    .set({ stripeCustomerId: sql<string>`coalesce(stripe_customer_id, ${customerId})` })
    .where('id', '=', consumerId)
    .returning('stripeCustomerId')
    .executeTakeFirstOrThrow()
  return row.stripeCustomerId ?? customerId
}
