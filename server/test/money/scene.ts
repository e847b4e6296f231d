import { randomBytes } from 'node:crypto'
import { waysToPay } from '@almanac/contract/payments'
import type { Deps } from '../../src/deps.ts'
import { requireProvider } from '../../src/features/payments/providers.ts'
import { saveDefaultMethod } from '../../src/features/payments/save-default-method.ts'
import type { MadeTenant, MadeUser } from '../factories.ts'
import type { TestApp } from '../harness.ts'
import { type Mishap, makeFallible } from './mishaps.ts'

/** Where the model plays: an app's use cases, its database, and the providers' sandbox, which no other test uses meanwhile. */
export type Host = Pick<TestApp, 'deps' | 'make' | 'sandbox' | 'query'>

/** One press of a button that buys; repeated under its key. */
export interface Click {
  key: string
  way: 'card' | 'default' | 'wallet'
  paymentId: string
  /** As the consumer was told; one who was told nothing definite may press again. */
  told: 'paid' | 'refused' | 'unknown'
  /** Of an order that waits for its approval. */
  orderId: string | null
}

/** What an admin asked to be refunded. */
export interface RefundClick {
  key: string
  purchaseId: number
  amountCents: number | null
}

/** One consumer with all that they did, as the people in it know: no row of the product's is believed here. */
export interface Scene {
  host: Host
  deps: Deps
  mishap: Mishap
  tenant: MadeTenant
  consumer: MadeUser
  owner: { tenantId: number; consumerId: number }
  admin: { userId: number; role: string }
  packageId: number
  /** The default payment. */
  kept: 'card' | 'wallet' | null
  audioId: number
  /** Before anything happened. */
  startedAt: Date
  clicks: Click[]
  refundClicks: RefundClick[]
  /** Tokens that the consumer was told were charged for readings, and those that an admin gave, less those taken. */
  spentTokens: number
  editedTokens: number
  /** References of automatic purchases that must not be charged any more: they were not, when it was turned off. */
  calledOff: Set<string>
  /** The provider's ids of disputes. */
  disputes: string[]
}

/** Prices in cents, tokens, and what a reading costs: two readings lead to the threshold of 2. */
export const offer = {
  priceCents: 2_520,
  automaticCents: 2_240,
  numberOfTokens: 28,
  readingTokens: 7,
} as const

/** A tenant and a consumer of their own, at providers who have forgotten all others. No webhook leaves by itself. */
export async function openScene(host: Host, admin: Scene['admin']): Promise<Scene> {
  await host.sandbox.control('reset', {})
  await host.sandbox.control('webhooks', { lose: -1 })
  const mishap: Mishap = { trouble: { kind: 'none' }, calls: 0 }
  const tenant = await host.make.tenant()
  await host.query(
    `update category_mediums set number_of_tokens = ${offer.readingTokens} where tenant_id = ${tenant.id} and name = 'audio'`,
  )
  const consumer = await host.make.consumer(tenant)
  const packageId = await host.make.tokenPackage(tenant, offer)
  await host.query(
    `update packages set is_auto_renewable = true, auto_renew_price_cents = ${offer.automaticCents} where id = ${packageId}`,
  )
  const deps = { ...host.deps, providers: makeFallible(host.deps.providers, mishap) }
  const owner = { tenantId: tenant.id, consumerId: consumer.id }
  return {
    host,
    deps,
    mishap,
    tenant,
    consumer,
    owner,
    admin,
    packageId,
    kept: null,
    audioId: await host.make.reading(tenant),
    startedAt: new Date(),
    clicks: [],
    refundClicks: [],
    spentTokens: 0,
    editedTokens: 0,
    calledOff: new Set(),
    disputes: [],
  }
}

/** Makes a card the default payment. */
export async function saveCard(deps: Deps, owner: Scene['owner'], methodId = 'pm_card_visa'): Promise<void> {
  await saveDefaultMethod(deps, requireProvider(deps, waysToPay.card.provider), {
    ...owner,
    methodId,
    setupId: undefined,
    idempotencyKey: randomBytes(8).toString('hex'),
    message: '',
  })
}

/** Leaves nothing behind that lanes of a later scene would ask the providers about, who have forgotten it by then. */
export async function closeScene({ host, tenant }: Scene): Promise<void> {
  const own = `where tenant_id = ${tenant.id}`
  await host.query(
    `with purchases as (update purchases set next_look_at = null ${own}),
       refunds as (update refunds set next_look_at = null ${own}),
       disputes as (update disputes set next_look_at = null ${own}),
       rules as (delete from auto_purchases ${own})
     update payment_events set processed_at = now() where processed_at is null`,
  )
}
