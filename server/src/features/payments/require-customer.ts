import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { findCustomer, forgetCustomer, keepCustomer } from './customer-store.ts'
import type { PaymentDeps } from './deps.ts'
import type { CustomerResult, PaymentProvider } from './ports.ts'
import type { PayingConsumer } from './purchase-store.ts'

/**
 * The provider's record of a consumer, made at the first need and stored before anything is charged to it, so that a
 * charge whose answer was lost can be found among its charges. One that the provider has lost is made again, under
 * another key, since the old one would answer the lost record.
 * @throws DomainError `provider_unavailable`; nothing was charged then.
 */
export async function requireCustomer(
  { db }: Pick<PaymentDeps, 'db'>,
  provider: PaymentProvider,
  consumer: PayingConsumer,
): Promise<CustomerResult> {
  if (!provider.createCustomer) throw new Error(`${provider.name} keeps no records of consumers`)
  const { tenantId, consumerId, fullName, email, createdAt } = consumer
  const { customerId, goneCount } = await findCustomer(db.reader, consumerId, provider)
  if (customerId) return { kind: 'customer', customerId }
  const facts = hashRequest({ fullName, email }).slice(0, 16)
  const key = `consumer-${consumerId}-${createdAt.getTime()}-${facts}${goneCount > 0 ? `-${goneCount}` : ''}`
  const made = await provider
    .createCustomer({ key, tenantId, consumerId, fullName, email })
    .catch((error: unknown) => {
      throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
    })
  if (made.kind === 'refused') return made
  const kept = await keepCustomer(db.reader, consumer, provider, made.customerId)
  return { kind: 'customer', customerId: kept }
}

/** Makes the provider's record of a consumer again, once the provider has said that it has the old one no more. */
export async function replaceCustomer(
  deps: Pick<PaymentDeps, 'db'>,
  provider: PaymentProvider,
  consumer: PayingConsumer,
  goneCustomerId: string,
): Promise<CustomerResult> {
  await forgetCustomer(deps.db, consumer, provider, goneCustomerId)
  return requireCustomer(deps, provider, consumer)
}
