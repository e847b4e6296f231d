import type { SaveCardAnswer } from '@almanac/contract/payments'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { noteDecline, refuseAfterDeclines } from './decline-limit.ts'
import { errorCodeOf, failureOf } from './declines.ts'
import { putDefaultCard, removeDefault } from './default-card-store.ts'
import type { PaymentDeps } from './deps.ts'
import type { SetupResult } from './ports.ts'
import { readDefaultPayment } from './queries.ts'
import { requireCustomer } from './require-customer.ts'
import { hashRequest } from './rules.ts'
import { readPayingConsumer } from './store.ts'

interface CardToSave {
  tenantId: number
  consumerId: number
  methodId: string
  /** The setup to go on with after the bank's challenge. */
  setupId: string | undefined
  idempotencyKey: string
  message: string
}

/**
 * Has the bank agree to later charges and makes the card the default payment. What a crash leaves is a card that the
 * provider keeps and nobody uses; saving again is safe.
 * @throws DomainError `card_declined`, `payment_failed`, `provider_unavailable`, `not_found` for an unknown setup, `rate_limited`.
 */
export async function saveDefaultCard(deps: PaymentDeps, card: CardToSave): Promise<SaveCardAnswer> {
  const { tenantId, consumerId } = card
  await refuseAfterDeclines(deps.db.reader, consumerId)
  const result = await setUp(deps, card).catch((error: unknown) => {
    throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
  })
  if (result.kind === 'requires_action') {
    return { requiresAction: true, clientSecret: result.clientSecret, setupId: result.setupId }
  }
  if (result.kind === 'refused') {
    await noteDecline(deps.db.reader, consumerId)
    const { failureCode, failureMessage } = failureOf(result.code)
    throw new DomainError(errorCodeOf(failureCode), { message: failureMessage })
  }
  await deps.db.transact((tx) => putDefaultCard(tx, { tenantId, consumerId }, result.card))
  return { ...(await readDefaultPayment(deps.db.reader, { tenantId, consumerId })), message: card.message }
}

async function setUp(deps: PaymentDeps, card: CardToSave): Promise<SetupResult> {
  const consumer = await readPayingConsumer(deps.db.reader, card.consumerId)
  const customerId = await requireCustomer(deps, consumer)
  if (card.setupId === undefined) {
    const key = `card-${hashRequest({ customerId, methodId: card.methodId, key: card.idempotencyKey })}`
    return deps.cards.setUpCard({ key, customerId, methodId: card.methodId })
  }
  const found = await deps.cards.findSetup({ setupId: card.setupId, customerId })
  if (!found) throw new DomainError('not_found')
  return found
}

/** Goes back to no default payment; without effect where there is none. */
export async function deleteDefaultPayment(
  { db }: Pick<PaymentDeps, 'db'>,
  owner: { tenantId: number; consumerId: number },
): Promise<void> {
  await db.transact((tx) => removeDefault(tx, owner))
}
