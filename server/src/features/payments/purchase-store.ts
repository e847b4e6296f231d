import { type Selectable, sql } from 'kysely'
import type { Reader, Tables, Tx } from '../../platform/database.ts'
import { announceChange, wakeJob } from '../../platform/wakeups.ts'
import { liveTenantSql } from '../tenants/index.ts'
import type { Failure } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import type { OrderTexts, Payment } from './ports.ts'
import { makeReference } from './purchase-reference.ts'
import { agreedThresholdSql } from './queries.ts'

export const closePurchasesJob = 'close-purchases'

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
  | 'provider'
  | 'paymentMethod'
  | 'paymentMethodId'
  | 'isSavedAsDefault'
  | 'idempotencyKey'
  | 'requestHash'
> &
  Partial<Pick<Purchase, 'isAutoPurchase' | 'isOffSession'>>

/** Stores a purchase as `started`; undefined where the consumer used the idempotency key before. */
export async function insertPurchase(tx: Tx, purchase: NewPurchase): Promise<Purchase | undefined> {
  return tx
    .insertInto('purchases')
    .values({ ...purchase, reference: makeReference(purchase) })
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

export async function findByReference(reader: Reader | Tx, reference: string): Promise<Purchase | undefined> {
  return reader.selectFrom('purchases').selectAll().where('reference', '=', reference).executeTakeFirst()
}

export async function findPurchase(reader: Reader, purchaseId: number): Promise<Purchase | undefined> {
  return reader.selectFrom('purchases').selectAll().where('id', '=', purchaseId).executeTakeFirst()
}

/** The transition to `settled`, once and from any other state; undefined where it was made before. */
export async function markSettled(
  tx: Tx,
  purchaseId: number,
  { providerPaymentId, captureId, instrument }: Payment,
): Promise<Purchase | undefined> {
  return tx
    .updateTable('purchases')
    .set({
      state: 'settled',
      providerPaymentId,
      providerCaptureId: captureId,
      cardBrand: instrument?.kind === 'card' ? instrument.brand : null,
      lastFourDigit: instrument?.kind === 'card' ? instrument.lastFourDigit : null,
      failureCode: null,
      failureMessage: null,
      nextLookAt: null,
      settledAt: sql<Date>`now()`,
    })
    .where('id', '=', purchaseId)
    .where('state', 'in', ['started', 'requires_action', 'failed'])
    .where((e) => e.or([e('providerPaymentId', 'is', null), e('providerPaymentId', '=', providerPaymentId)]))
    .returningAll()
    .executeTakeFirst()
}

interface FailedHow {
  /** Whether it can't be paid at the provider any more. */
  isClosed?: boolean
  /** The states that it may fail from. */
  from?: readonly ('started' | 'requires_action')[]
}

/**
 * The transition to `failed`, from an open state only; answers whether it was made now, and tells the consumer's
 * screens. What the provider has a charge of is then due to be canceled there, since a failed charge can still be paid,
 * unless it `isClosed` already.
 */
export async function markFailed(
  reader: Reader,
  purchaseId: number,
  failure: Failure,
  providerPaymentId: string | null,
  { isClosed = false, from = ['started', 'requires_action'] }: FailedHow = {},
): Promise<boolean> {
  const id = sql<string | null>`coalesce(provider_payment_id, ${providerPaymentId})`
  const failed = await reader
    .updateTable('purchases')
    .set({
      state: 'failed',
      ...failure,
      providerPaymentId: id,
      nextLookAt: isClosed ? null : sql<Date | null>`case when ${id} is not null then now() end`,
      looks: 0,
    })
    .where('id', '=', purchaseId)
    .where('state', 'in', from)
    .returning(['tenantId', 'consumerId', 'nextLookAt'])
    .executeTakeFirst()
  if (!failed) return false
  if (failed.nextLookAt) await wakeJob(reader, closePurchasesJob)
  await announceOpen(reader, failed)
  return true
}

/** Fails a purchase that the provider was never told of; without effect on any other. */
export async function markUnsent(reader: Reader, purchaseId: number, failure: Failure): Promise<void> {
  const failed = await reader
    .updateTable('purchases')
    .set({ state: 'failed', ...failure, nextLookAt: null })
    .where('id', '=', purchaseId)
    .where('state', '=', 'started')
    .where('chargeSentAt', 'is', null)
    .returning(['tenantId', 'consumerId'])
    .executeTakeFirst()
  if (failed) await announceOpen(reader, failed)
}

/**
 * Notes that the provider is being told to charge it, where, with which record of the consumer and in which words unless
 * it has them; answers the purchase as it is to be sent. Undefined where it must not be: it has ended or gone on, was sent to
 * another account, its tenant is deleted, or it is automatic and no longer wanted.
 */
export async function markSent(
  { db, isStillWantedSql }: Pick<PaymentDeps, 'db' | 'isStillWantedSql'>,
  purchaseId: number,
  to: { account: string; customerId: string | null; texts: OrderTexts },
): Promise<Purchase | undefined> {
  return db.reader
    .updateTable('purchases')
    .set({
      chargeSentAt: sql<Date>`now()`,
      providerAccount: to.account,
      providerCustomerId: sql<string | null>`coalesce(provider_customer_id, ${to.customerId})`,
      orderTexts: sql<OrderTexts>`coalesce(order_texts, ${JSON.stringify(to.texts)}::jsonb)`,
    })
    .where('id', '=', purchaseId)
    .where('state', '=', 'started')
    .where((e) => e.or([e('providerAccount', 'is', null), e('providerAccount', '=', to.account)]))
    .where(liveTenantSql(sql`purchases.tenant_id`))
    .where(isStillWantedSql)
    .returningAll()
    .executeTakeFirst()
}

/** Begins a purchase anew with another customer, once the provider has said that it does not have the first. */
export async function moveToCustomer(
  reader: Reader,
  purchaseId: number,
  goneCustomerId: string,
  customerId: string,
): Promise<void> {
  await reader
    .updateTable('purchases')
    .set((e) => ({ providerCustomerId: customerId, chargeAttempt: e('chargeAttempt', '+', 1) }))
    .where('id', '=', purchaseId)
    .where('state', '=', 'started')
    .where('providerCustomerId', '=', goneCustomerId)
    .execute()
}

/**
 * Gives up a purchase that the provider knows nothing of, unless it was told to charge it so few seconds ago. It is
 * looked up a while longer: should a charge turn up after all, it is honored or canceled.
 */
export async function markAbandoned(
  reader: Reader,
  purchaseId: number,
  failure: Failure,
  seconds: { quiet: number; untilLook: number },
): Promise<void> {
  const failed = await reader
    .updateTable('purchases')
    .set({
      state: 'failed',
      ...failure,
      nextLookAt: sql<Date>`now() + make_interval(secs => ${seconds.untilLook})`,
      looks: 0,
    })
    .where('id', '=', purchaseId)
    .where('state', 'in', ['started', 'requires_action'])
    .where(
      sql<boolean>`greatest(created_at, charge_sent_at) < now() - make_interval(secs => ${seconds.quiet})`,
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

/** A failed purchase that can't be paid at the provider any more: nobody needs to look at it again. */
export async function markClosed(reader: Reader, purchaseId: number): Promise<void> {
  await reader
    .updateTable('purchases')
    .set({ nextLookAt: null })
    .where('id', '=', purchaseId)
    .where('state', '=', 'failed')
    .execute()
}

const secondsUntilFirstLookAtChallenge = 45

/** Keeps the provider's id of an open charge, and that it waits for the consumer if it does, and where. */
export async function markOpen(
  reader: Reader,
  purchaseId: number,
  payment: Pick<Payment, 'providerPaymentId' | 'nextStep' | 'failureCode'>,
  state: 'started' | 'requires_action',
): Promise<void> {
  const { providerPaymentId, nextStep, failureCode } = payment
  const asked = {
    nextLookAt: sql<Date>`now() + make_interval(secs => ${secondsUntilFirstLookAtChallenge})`,
    looks: 0,
    approveUrl: nextStep?.kind === 'approval' ? nextStep.approveUrl : null,
    takeAttempt: sql<number>`take_attempt + (provider_payment_id is not null)::int`,
    failureCode,
  }
  const opened = await reader
    .updateTable('purchases')
    .set({ state, providerPaymentId, ...(state === 'requires_action' ? asked : {}) })
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
  customerUrl: string
  /** At or below this balance a package is bought automatically: no higher than the consumer agreed to. */
  thresholdToken: number
  createdAt: Date
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
      'tenants.companyName',
      'tenants.url as customerUrl',
      agreedThresholdSql.as('thresholdToken'),
    ])
    .executeTakeFirstOrThrow()
}
