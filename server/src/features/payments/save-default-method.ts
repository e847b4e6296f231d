import type { SaveCardAnswer } from '@almanac/contract/payments'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { tryCard } from './decline-limit.ts'
import { errorCodeOf, failureOf } from './declines.ts'
import { putDefaultMethod, removeDefault } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import { findSetup, keepSetupId, startSetup } from './method-setup-store.ts'
import { customerMissing, type PaymentProvider, type SetupResult } from './ports.ts'
import { listProviders } from './providers.ts'
import { readPayingConsumer } from './purchase-store.ts'
import { readDefaultPayment } from './queries.ts'
import { replaceCustomer, requireCustomer } from './require-customer.ts'

const cardMessages = {
  first: 'Default card info added successfully.',
  replacement: 'Default card info updated successfully.',
} as const

interface MethodToSave {
  tenantId: number
  consumerId: number
  methodId: string
  /** The setup to go on with once the consumer has agreed. */
  setupId: string | undefined
  idempotencyKey: string
  /** What the call is for; it words the answer where the default payment stayed the same card, as in a repeat. */
  wish: keyof typeof cardMessages
}

/** What became of an instrument that was to be saved, and when the consumer began to; null for a time not known. */
interface SetUp {
  result: SetupResult
  startedAt: Date | null
}

/**
 * Has the provider keep an instrument for later payments and makes it the default payment, unless the consumer has
 * chosen otherwise since it was begun. What a crash leaves is one that the provider keeps and nobody uses; saving again is safe.
 * @throws DomainError `card_declined`, `payment_failed`, `provider_unavailable`, `not_found` for an unknown setup, `rate_limited`.
 */
export async function saveDefaultMethod(
  deps: PaymentDeps,
  provider: PaymentProvider,
  method: MethodToSave,
): Promise<SaveCardAnswer> {
  const owner = { tenantId: method.tenantId, consumerId: method.consumerId }
  const { result, startedAt } = await tryCard(deps.db.reader, method.consumerId, async () => {
    const made = await setUp(deps, provider, method).catch((error: unknown) => {
      throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
    })
    return { result: made, isDecline: made.result.kind === 'refused' }
  })
  if (result.kind === 'requires_action') {
    if (result.nextStep.kind !== 'challenge') throw new Error('A card is kept without an approval')
    return { requiresAction: true, clientSecret: result.nextStep.clientSecret, setupId: result.setupId }
  }
  if (result.kind === 'refused') {
    const { failureCode, failureMessage } = failureOf(result.code)
    throw new DomainError(errorCodeOf(failureCode), { message: failureMessage })
  }
  const change = await deps.db.transact((tx) =>
    putDefaultMethod(tx, owner, { instrument: result.instrument, at: provider, chosenAt: startedAt }),
  )
  return {
    ...(await readDefaultPayment(deps.db.reader, owner, listProviders(deps))),
    message: cardMessages[change ?? method.wish],
  }
}

async function setUp(deps: PaymentDeps, provider: PaymentProvider, method: MethodToSave): Promise<SetUp> {
  const consumer = await readPayingConsumer(deps.db.reader, method.consumerId)
  const customer = await requireCustomer(deps, provider, consumer)
  if (customer.kind === 'refused') return { result: customer, startedAt: null }
  if (method.setupId !== undefined) {
    return finishSetUp(deps, provider, method, { setupId: method.setupId, customerId: customer.customerId })
  }
  const first = await beginSetUp(deps, provider, method, customer.customerId)
  if (first.result.kind !== 'refused' || first.result.code !== customerMissing) return first
  const replaced = await replaceCustomer(deps, provider, consumer, customer.customerId)
  if (replaced.kind === 'refused') return { ...first, result: replaced }
  return beginSetUp(deps, provider, method, replaced.customerId)
}

async function beginSetUp(
  { db }: PaymentDeps,
  provider: PaymentProvider,
  method: MethodToSave,
  customerId: string,
): Promise<SetUp> {
  const { methodId, idempotencyKey } = method
  const key = `card-${hashRequest({ customerId, methodId, key: idempotencyKey })}`
  const startedAt = await startSetup(db.reader, { key, at: provider, ...method })
  const result = await provider.setUp({ key, customerId, methodId })
  if (result.kind === 'requires_action') await keepSetupId(db.reader, key, result.setupId)
  return { result, startedAt }
}

async function finishSetUp(
  { db }: PaymentDeps,
  provider: PaymentProvider,
  method: MethodToSave,
  setup: { setupId: string; customerId: string },
): Promise<SetUp> {
  const result = await provider.finishSetup(setup)
  if (!result) throw new DomainError('not_found')
  const startedAt = await findSetup(db.reader, { ...method, setupId: setup.setupId, at: provider })
  return { result, startedAt }
}

/** Goes back to no default payment; without effect where there is none. */
export async function deleteDefaultPayment(
  { db }: Pick<PaymentDeps, 'db'>,
  owner: { tenantId: number; consumerId: number },
): Promise<void> {
  await db.transact((tx) => removeDefault(tx, owner))
}
