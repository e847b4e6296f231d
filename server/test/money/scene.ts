import { randomBytes } from 'node:crypto'
import { waysToPay } from '@almanac/contract/payments'
import type { Deps } from '../../src/deps.ts'
import { requireProvider } from '../../src/features/payments/providers.ts'
import { saveDefaultMethod } from '../../src/features/payments/save-default-method.ts'
import type { MadeTenant, MadeUser } from '../factories.ts'
import type { TestApp } from '../harness.ts'
import { type Mishap, makeFallible, makeInterruptible } from './mishaps.ts'
import { makePermissions, type Offer, type Permissions } from './permissions.ts'

/** Where the model plays: an app's use cases, its database, and the providers' sandbox, which no other test uses meanwhile. */
export type Host = Pick<TestApp, 'deps' | 'make' | 'sandbox' | 'query'>

/** One press of a button that buys; repeated under its key. */
export interface Click {
  key: string
  way: 'card' | 'default' | 'wallet'
  paymentId: string
  packageId: number
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

/** A dispute as its payer opened it. */
export interface OpenedDispute {
  id: string
  provider: string
  amountCents: number
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
  permissions: Permissions
  /** What each purchase was of when it was made, by its reference. */
  agreed: Map<string, Offer>
  audioId: number
  /** Before anything happened. */
  startedAt: Date
  clicks: Click[]
  refundClicks: RefundClick[]
  /** Tokens that the consumer was told were charged for readings, and those that an admin gave, less those taken. */
  spentTokens: number
  editedTokens: number
  /** Ids of Sunbursts that are on their way. */
  sunbursts: number[]
  disputes: OpenedDispute[]
}

export const readingTokens = 7

/** Two readings lead to the threshold. */
const firstOffer: Offer = { priceCents: 2_520, automaticCents: 2_240, numberOfTokens: 28 }

/** A tenant and a consumer of their own, at providers who have forgotten all others. No webhook leaves by itself. */
export async function openScene(host: Host, admin: Scene['admin']): Promise<Scene> {
  await host.sandbox.control('reset', {})
  await host.sandbox.control('webhooks', { lose: -1 })
  const mishap: Mishap = { trouble: { kind: 'none' }, calls: 0, commits: 0, interrupt: async () => undefined }
  const tenant = await host.make.tenant()
  await host.query(
    `update category_mediums set number_of_tokens = ${readingTokens} where tenant_id = ${tenant.id} and name = 'audio'`,
  )
  const consumer = await host.make.consumer(tenant)
  await host.query(
    `insert into subscriptions (tenant_id, consumer_id, category_id, medium, created_at)
     values (${tenant.id}, ${consumer.id}, ${tenant.categoryId}, 'email', now() - interval '1 day')`,
  )
  const deps = {
    ...host.deps,
    db: makeInterruptible(host.deps.db, mishap),
    providers: makeFallible(host.deps.providers, mishap),
  }
  const owner = { tenantId: tenant.id, consumerId: consumer.id }
  return {
    host,
    deps,
    mishap,
    tenant,
    consumer,
    owner,
    admin,
    permissions: makePermissions(await sellPackage(host, tenant, firstOffer), firstOffer),
    agreed: new Map(),
    audioId: await host.make.reading(tenant),
    startedAt: new Date(),
    clicks: [],
    refundClicks: [],
    spentTokens: 0,
    editedTokens: 0,
    sunbursts: [],
    disputes: [],
  }
}

/** Puts a package on sale that can be bought automatically. */
export async function sellPackage({ make, query }: Host, tenant: MadeTenant, offer: Offer): Promise<number> {
  const packageId = await make.tokenPackage(tenant, offer)
  await query(
    `update packages set is_auto_renewable = true, auto_renew_price_cents = ${offer.automaticCents} where id = ${packageId}`,
  )
  return packageId
}

/** Makes a card the default payment. */
export async function saveCard(deps: Deps, owner: Scene['owner'], methodId = 'pm_card_visa'): Promise<void> {
  await saveDefaultMethod(deps, requireProvider(deps, waysToPay.card.provider), {
    ...owner,
    methodId,
    setupId: undefined,
    idempotencyKey: randomBytes(8).toString('hex'),
    wish: 'first',
  })
}

/** Leaves nothing behind that lanes of a later scene would ask the providers about, who have forgotten it by then. */
export async function closeScene({ host, tenant }: Scene): Promise<void> {
  const own = `where tenant_id = ${tenant.id}`
  await host.query(
    `with purchases as (update purchases set next_look_at = null ${own}),
       refunds as (update refunds set next_look_at = null ${own}),
       disputes as (update disputes set next_look_at = null ${own}),
       rules as (delete from auto_purchases ${own}),
       texts as (update short_texts set state = 'sent' ${own}),
       stops as (update auto_purchase_stops set allowed_at = now() where allowed_at is null)
     update payment_events set processed_at = now() where processed_at is null`,
  )
}
