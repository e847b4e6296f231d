import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import type { PaymentDeps } from './deps.ts'
import { hashRequest } from './rules.ts'
import { keepCustomerId, type PayingConsumer } from './store.ts'

/**
 * The provider's record of a consumer, made at the first need and stored before anything is charged to it, so that a
 * charge whose answer was lost can be found among its charges.
 * @throws DomainError `provider_unavailable`; nothing was charged then.
 */
export async function requireCustomer(
  { db, cards }: Pick<PaymentDeps, 'db' | 'cards'>,
  consumer: PayingConsumer,
): Promise<string> {
  if (consumer.customerId) return consumer.customerId
  const { tenantId, consumerId, fullName, email, createdAt } = consumer
  const facts = hashRequest({ fullName, email }).slice(0, 16)
  const key = `consumer-${consumerId}-${createdAt.getTime()}-${facts}`
  const customerId = await cards
    .createCustomer({ key, tenantId, consumerId, fullName, email })
    .catch((error: unknown) => {
      throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
    })
  return keepCustomerId(db.reader, consumerId, customerId)
}
