import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { findCustomer, forgetCustomer, keepCustomer } from './customer-store.ts'
import type { PaymentDeps } from './deps.ts'
import type { CustomerResult } from './ports.ts'
import type { PayingConsumer } from './purchase-store.ts'

type CustomerDeps = Pick<PaymentDeps, 'db' | 'cards'>

/**
 * The provider's record of a consumer, made at the first need and stored before anything is charged to it, so that a
 * charge whose answer was lost can be found among its charges. One that the provider has lost is made again, under
 * another key, since the old one would answer the lost record.
 * @throws DomainError `provider_unavailable`; nothing was charged then.
 */
export async function requireCustomer(
  { db, cards }: CustomerDeps,
  consumer: PayingConsumer,
): Promise<CustomerResult> {
  const { tenantId, consumerId, fullName, email, createdAt } = consumer
  const { customerId, goneCount } = await findCustomer(db.reader, consumerId, cards.account)
  if (customerId) return { kind: 'customer', customerId }
  const facts = hashRequest({ fullName, email }).slice(0, 16)
  const key = `consumer-${consumerId}-${createdAt.getTime()}-${facts}${goneCount > 0 ? `-${goneCount}` : ''}`
  const made = await cards
    .createCustomer({ key, tenantId, consumerId, fullName, email })
    .catch((error: unknown) => {
      throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
    })
  if (made.kind === 'refused') return made
  const kept = await keepCustomer(db.reader, consumer, cards.account, made.customerId)
  return { kind: 'customer', customerId: kept }
}

/** Makes the provider's record of a consumer again, once the provider has said that it has the old one no more. */
export async function replaceCustomer(
  deps: CustomerDeps,
  consumer: PayingConsumer,
  goneCustomerId: string,
): Promise<CustomerResult> {
  await forgetCustomer(deps.db, consumer, deps.cards.account, goneCustomerId)
  return requireCustomer(deps, consumer)
}
