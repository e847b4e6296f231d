import { consumers } from '@almanac/contract'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listProviders, type PaymentDeps } from '../payments/index.ts'
import { type EditDeps, editConsumer } from './edit-consumer.ts'
import { listConsumers, readConsumer } from './queries.ts'

/** The consumers of all tenants, as admins see and edit them. */
export function consumerRoutes(deps: EditDeps & Pick<PaymentDeps, 'providers'>): Route[] {
  const { reader } = deps.db
  const read = (tenantId: number, consumerId: number) =>
    readConsumer(reader, { tenantId, consumerId }, listProviders(deps))
  return [
    bind(consumers.listConsumers, ({ query }) => listConsumers(reader, query)),
    bind(consumers.getConsumerDetails, ({ tenant, params }) => read(tenant.id, params.consumerId)),
    bind(consumers.updateConsumer, async ({ session, tenant, params, body, idempotencyKey }) => {
      const { consumerId } = params
      const done = await editConsumer(deps, { admin: session, tenant, consumerId, body, idempotencyKey })
      return { ...(await read(tenant.id, consumerId)), ...done }
    }),
  ]
}
