import type { SaveCardAnswer } from '@almanac/contract/payments'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { findCardSetup, keepSetupId, startCardSetup } from './card-setup-store.ts'
import { tryCard } from './decline-limit.ts'
import { errorCodeOf, failureOf } from './declines.ts'
import { putDefaultCard, removeDefault } from './default-card-store.ts'
import type { PaymentDeps } from './deps.ts'
import { customerMissing, type SetupResult } from './ports.ts'
import { readPayingConsumer } from './purchase-store.ts'
import { readDefaultPayment } from './queries.ts'
import { replaceCustomer, requireCustomer } from './require-customer.ts'

interface CardToSave {
  tenantId: number
  consumerId: number
  methodId: string
  /** The setup to go on with after the bank's challenge. */
  setupId: string | undefined
  idempotencyKey: string
  message: string
}

/** What became of a card that was to be saved, and when the consumer began to; null for a time not known. */
interface SetUp {
  result: SetupResult
  startedAt: Date | null
}

/**
 * Has the bank agree to later charges and makes the card the default payment, unless the consumer has chosen otherwise
 * since it was begun. What a crash leaves is a card that the provider keeps and nobody uses; saving again is safe.
 * @throws DomainError `card_declined`, `payment_failed`, `provider_unavailable`, `not_found` for an unknown setup, `rate_limited`.
 */
export async function saveDefaultCard(deps: PaymentDeps, card: CardToSave): Promise<SaveCardAnswer> {
  const owner = { tenantId: card.tenantId, consumerId: card.consumerId }
  const { account } = deps.cards
  const { result, startedAt } = await tryCard(deps.db.reader, card.consumerId, async () => {
    const setUp = await setUpCard(deps, card).catch((error: unknown) => {
      throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
    })
    return { result: setUp, isDecline: setUp.result.kind === 'refused' }
  })
  if (result.kind === 'requires_action') {
    return { requiresAction: true, clientSecret: result.clientSecret, setupId: result.setupId }
  }
  if (result.kind === 'refused') {
    const { failureCode, failureMessage } = failureOf(result.code)
    throw new DomainError(errorCodeOf(failureCode), { message: failureMessage })
  }
  await deps.db.transact((tx) =>
    putDefaultCard(tx, owner, { card: result.card, account, chosenAt: startedAt }),
  )
  return { ...(await readDefaultPayment(deps.db.reader, owner, account)), message: card.message }
}

async function setUpCard(deps: PaymentDeps, card: CardToSave): Promise<SetUp> {
  const consumer = await readPayingConsumer(deps.db.reader, card.consumerId)
  const customer = await requireCustomer(deps, consumer)
  if (customer.kind === 'refused') return { result: customer, startedAt: null }
  if (card.setupId !== undefined) return findSetUp(deps, card, card.setupId, customer.customerId)
  const first = await beginSetUp(deps, card, customer.customerId)
  if (first.result.kind !== 'refused' || first.result.code !== customerMissing) return first
  const replaced = await replaceCustomer(deps, consumer, customer.customerId)
  if (replaced.kind === 'refused') return { ...first, result: replaced }
  return beginSetUp(deps, card, replaced.customerId)
}

async function beginSetUp({ db, cards }: PaymentDeps, card: CardToSave, customerId: string): Promise<SetUp> {
  const { methodId, idempotencyKey } = card
  const key = `card-${hashRequest({ customerId, methodId, key: idempotencyKey })}`
  const startedAt = await startCardSetup(db.reader, { key, account: cards.account, ...card })
  const result = await cards.setUpCard({ key, customerId, methodId })
  if (result.kind === 'requires_action') await keepSetupId(db.reader, key, result.setupId)
  return { result, startedAt }
}

async function findSetUp(
  { db, cards }: PaymentDeps,
  card: CardToSave,
  setupId: string,
  customerId: string,
): Promise<SetUp> {
  const result = await cards.findSetup({ setupId, customerId })
  if (!result) throw new DomainError('not_found')
  return { result, startedAt: await findCardSetup(db.reader, { ...card, setupId }) }
}

/** Goes back to no default payment; without effect where there is none. */
export async function deleteDefaultPayment(
  { db }: Pick<PaymentDeps, 'db'>,
  owner: { tenantId: number; consumerId: number },
): Promise<void> {
  await db.transact((tx) => removeDefault(tx, owner))
}
