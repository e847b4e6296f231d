import { keptWays } from '@almanac/contract/payments'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { findLostTime } from '../../platform/restores.ts'
import { applyPayment } from './apply-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { findPaidBy } from './paid-purchase-store.ts'
import type { Movement, Payment, PaymentProvider } from './ports.ts'
import { type Referred, readReference } from './purchase-reference.ts'
import { findByReference, type Purchase } from './purchase-store.ts'

type AdoptDeps = Pick<PaymentDeps, 'db' | 'log' | 'providers' | 'statementPrefix' | 'publicUrl'>

/** `known`: it was paid here already; `credited`: it is now; `nobody`: whom or what it paid for is not in the database. */
export type Adopted = 'known' | 'credited' | 'nobody'

/**
 * Credits money that a provider took while this database did not know of it: its purchase, made after the backup that the
 * database was restored from, is made again from the payment's name, once however often this is asked. One that the database
 * has is brought to what the provider says.
 * @throws OutcomeUnknownError or DomainError `provider_unavailable` where the provider does not answer.
 */
export async function adoptPayment(
  deps: AdoptDeps,
  provider: PaymentProvider,
  movement: Movement & { reference: string },
): Promise<Adopted> {
  const { reader } = deps.db
  if (await findPaidBy(reader, provider, movement)) return 'known'
  const stored = await findByReference(reader, movement.reference)
  const purchase = stored ?? (await deps.db.transact((tx) => insertAdopted(tx, provider, movement)))
  if (!purchase) return 'nobody'
  const paid = await applyPayment(deps, purchase, await findTaken(provider, purchase, movement))
  return paid.state === 'settled' ? 'credited' : 'nobody'
}

/** How long a bank's question is left open, and some hours. */
const lateMs = 30 * 3_600_000

/**
 * Does that for a payment that is heard of after a restore, by its provider's id: answered, approved or asked for again by a
 * person who began it in the time that the database lacks.
 * @returns its purchase, paid; undefined where there was no restore, or nothing was taken.
 */
export async function adoptLate(
  deps: AdoptDeps & Pick<PaymentDeps, 'clock'>,
  provider: PaymentProvider,
  providerPaymentId: string,
): Promise<Purchase | undefined> {
  const { reader } = deps.db
  const lost = await findLostTime(reader, new Date(deps.clock.now().getTime() - lateMs))
  if (!lost) return undefined
  const sent = { providerPaymentId, reference: '', customerId: null, since: lost.backupAt }
  const payment = await provider.lookUp(sent)
  if (payment?.status !== 'succeeded' || payment.reference === null) return undefined
  const { reference, captureId, amountCents, currency, madeAt: createdAt } = payment
  const movement = {
    kind: 'payment' as const,
    id: providerPaymentId,
    providerPaymentId,
    captureId,
    amountCents,
    currency,
  }
  const adopted = await adoptPayment(deps, provider, { ...movement, reference, createdAt })
  return adopted === 'nobody' ? undefined : findByReference(reader, reference)
}

/** As the provider has it, or, where it can be asked for by no name that is known here, as its books do. */
async function findTaken(
  provider: PaymentProvider,
  { createdAt, providerCustomerId: customerId, ...purchase }: Purchase,
  { reference, createdAt: madeAt, ...movement }: Movement & { reference: string },
): Promise<Payment> {
  const providerPaymentId = movement.providerPaymentId ?? purchase.providerPaymentId
  const found =
    providerPaymentId === null
      ? null
      : await provider.lookUp({ providerPaymentId, reference, customerId, since: createdAt })
  return (
    found ?? {
      providerPaymentId: providerPaymentId ?? movement.id,
      captureId: movement.captureId,
      madeAt,
      status: 'succeeded',
      amountCents: movement.amountCents,
      currency: movement.currency,
      reference,
      nextStep: null,
      instrument: null,
      failureCode: null,
      isPayable: false,
    }
  )
}

/** As one that had failed here, so that it stands in the way of no other until it is settled. */
async function insertAdopted(
  tx: Tx,
  { name, account }: PaymentProvider,
  { reference, amountCents, createdAt }: Movement & { reference: string },
): Promise<Purchase | undefined> {
  const referred = readReference(reference)
  const packageName = referred && (await findPackageName(tx, referred))
  if (!referred || packageName === null) return undefined
  const way = name === keptWays.card.provider ? keptWays.card : keptWays.wallet
  return tx
    .insertInto('purchases')
    .values({
      ...referred,
      reference,
      packageName,
      amountCents,
      provider: name,
      paymentMethod: way.paymentMethod,
      paymentMethodId: null,
      isOffSession: referred.isAutoPurchase,
      state: 'failed',
      failureCode: 'abandoned',
      idempotencyKey: null,
      requestHash: '',
      nextLookAt: null,
      chargeSentAt: createdAt,
      providerAccount: account,
      createdAt,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Null where the consumer or the package is not in the database. */
async function findPackageName(
  tx: Tx,
  { tenantId, consumerId, packageId }: Referred,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select p.name from packages p join users u on u.tenant_id = p.tenant_id and u.id = ${consumerId} and u.role = 'consumer'
      join wallets w on w.consumer_id = u.id
    where p.tenant_id = ${tenantId} and p.id = ${packageId}
  `.execute(tx)
  return rows[0]?.name ?? null
}
