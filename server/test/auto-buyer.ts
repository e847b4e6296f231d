import type { AutoPurchase } from '@almanac/contract/auto-purchase'
import { followChanges, followPurchases } from '../src/features/auto-purchase/follow-rules.ts'
import { buyDue } from '../src/features/auto-purchase/jobs.ts'
import { postEntry } from '../src/features/ledger/index.ts'
import { type Buyer, makeBuyer } from './buyer.ts'
import type { TestResponse } from './client.ts'
import { type MadeTenant, unique } from './factories.ts'
import type { TestApp } from './harness.ts'
import { saveWallet } from './wallet.ts'

/** A consumer with a default card, in front of a package that can be bought automatically: 28 tokens for $22.40. */
export interface AutoBuyer extends Buyer {
  /** Turns it on at the price shown, or off. */
  toggle(isOn: boolean, body?: Record<string, unknown>): Promise<TestResponse>
  resume(body?: Record<string, unknown>): Promise<TestResponse>
  read(): Promise<AutoPurchase>
  /** Spends tokens as a reading does. */
  spend(tokens?: number): Promise<void>
  /** Changes the package. */
  changePackage(set: string, packageId?: number): Promise<void>
  /** Makes a card the default payment; with its setup once the bank has been answered. */
  payWith(paymentId: string, setupId?: string): Promise<TestResponse>
}

interface Wish {
  tenant?: MadeTenant
  tokens?: number
  numberOfTokens?: number
  /** The default card; null for none. */
  paymentId?: string | null
}

export async function makeAutoBuyer(app: TestApp, wish: Wish = {}): Promise<AutoBuyer> {
  const { tokens = 9, numberOfTokens = 28, paymentId = 'pm_card_visa' } = wish
  const buyer = await makeBuyer(app, { numberOfTokens, ...(wish.tenant ? { tenant: wish.tenant } : {}) })
  const { tenant, consumer, client, packageId } = buyer
  const base = `/v1/customers/${tenant.url}`
  const own = `${base}/consumers/${consumer.id}`
  const changePackage = async (set: string, id = packageId) => {
    await app.query(`update packages set ${set} where id = ${id}`)
  }
  const payWith = (id: string, setupId?: string) =>
    client.post(`${base}/default-payment/stripe`, { paymentId: id, ...(setupId ? { setupId } : {}) })
  await changePackage('is_auto_renewable = true, auto_renew_price_cents = 2240')
  if (tokens > 0) await app.make.grant(consumer, tokens)
  if (paymentId) await payWith(paymentId)
  return {
    ...buyer,
    toggle: (isAutoPaymentChecked, body = {}) =>
      client.put(`${own}/package/toggleAutoRenewable`, { isAutoPaymentChecked, packageId, ...body }),
    resume: (body = {}) => client.put(`${own}/auto-purchase/resume`, body),
    read: async () => (await client.get(`${own}/auto-purchase`)).body,
    spend: (spent = 7) => debit(app, buyer, spent, 'reading'),
    changePackage,
    payWith,
  }
}

/** A rule that is on and pays with a wallet. */
export async function makeWalletRule(app: TestApp): Promise<AutoBuyer> {
  const buyer = await makeAutoBuyer(app, { paymentId: null })
  await saveWallet(buyer)
  await buyer.toggle(true)
  return buyer
}

/** A rule that is on. */
export async function makeAutoRule(app: TestApp, wish: Wish = {}): Promise<AutoBuyer> {
  const buyer = await makeAutoBuyer(app, wish)
  await buyer.toggle(true)
  return buyer
}

/** Takes tokens as a business event of that kind does. */
export async function debit(
  app: TestApp,
  { tenant, consumer }: Pick<Buyer, 'tenant' | 'consumer'>,
  tokens: number,
  kind: 'reading' | 'sunburst' | 'admin' | 'refund' | 'dispute',
): Promise<void> {
  await app.deps.db.transact((tx) =>
    postEntry(tx, {
      tenantId: tenant.id,
      consumerId: consumer.id,
      debitTokens: tokens,
      kind,
      reference: unique(`test-${kind}:`),
      description: kind,
      actor: 'system',
    }),
  )
}

/** All that the worker does for automatic purchases, once. */
export async function runAutoPurchases(app: TestApp): Promise<void> {
  await followPurchases(app.deps)
  await followChanges(app.deps)
  await buyDue(app.deps)
}

export interface AutomaticRow {
  id: number
  state: string
  failureCode: string | null
  amountCents: number
}

/** A consumer's automatic purchases, oldest first. */
export function automaticOf(app: TestApp, { consumer }: Pick<Buyer, 'consumer'>): Promise<AutomaticRow[]> {
  return app.query(
    `select id, state, failure_code, amount_cents from purchases
     where is_auto_purchase and consumer_id = ${consumer.id} order by id`,
  )
}

/** Subjects of the letters to a consumer, in the order in which they were queued. */
export async function lettersTo(app: TestApp, { consumer }: Pick<Buyer, 'consumer'>): Promise<string[]> {
  const rows = await app.query<{ subject: string }>(
    `select subject from outbox_messages where recipient = '${consumer.email}' order by id`,
  )
  return rows.map(({ subject }) => subject)
}

/** Moves a rule and its purchases into the past. Debits can't be moved. */
export async function passTime(
  app: TestApp,
  { consumer }: Pick<Buyer, 'consumer'>,
  hours: number,
): Promise<void> {
  const passed = `interval '${hours} hours'`
  await app.query(
    `update auto_purchases set next_look_at = next_look_at - ${passed} where consumer_id = ${consumer.id}`,
  )
  await app.query(
    `update purchases set created_at = created_at - ${passed}
     where is_auto_purchase and consumer_id = ${consumer.id}`,
  )
}
