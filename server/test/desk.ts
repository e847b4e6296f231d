import { randomBytes } from 'node:crypto'
import type { PurchaseState } from '../src/features/payments/tables.ts'
import type { TestClient } from './client.ts'
import { type MadeTenant, type MadeUser, unique } from './factories.ts'
import type { TestApp } from './harness.ts'

export interface Desk {
  tenant: MadeTenant
  consumer: MadeUser
  client: TestClient
  packageId: number
  app: TestApp
}

/** An operator at the desk of a new tenant with one consumer and one package. */
export async function openDesk(app: TestApp, timeZone = 'America/New_York'): Promise<Desk> {
  const tenant = await app.make.tenant({ timeZone })
  const consumer = await app.make.consumer(tenant, { tokens: 500 })
  const operator = await app.make.operator(tenant)
  const packageId = await app.make.tokenPackage(tenant)
  return { app, tenant, consumer, packageId, client: await app.signIn(operator.username, tenant) }
}

interface Sale {
  at: string
  cents?: number
  tokens?: number
  packageId?: number
  state?: PurchaseState
  isAutoPurchase?: boolean
  refundedCents?: number
  providerAccount?: string
}

export async function sell(desk: Desk, ...sales: Sale[]): Promise<void> {
  await desk.app.deps.db.reader
    .insertInto('purchases')
    .values(
      sales.map(({ at, cents = 2_520, tokens = 28, state = 'settled', ...rest }) => ({
        tenantId: desk.tenant.id,
        consumerId: desk.consumer.id,
        packageId: desk.packageId,
        packageName: 'A Month of Tuesdays',
        numberOfTokens: tokens,
        amountCents: cents,
        provider: 'stripe' as const,
        paymentMethod: 'Stripe' as const,
        requestHash: 'test',
        state,
        createdAt: new Date(at),
        settledAt: state === 'settled' ? new Date(at) : null,
        ...rest,
      })),
    )
    .execute()
}

export async function play(desk: Desk, ...instants: string[]): Promise<void> {
  const { tenant, consumer } = desk
  const { reader } = desk.app.deps.db
  const { id } = await reader
    .insertInto('audios')
    .values({
      tenantId: tenant.id,
      categoryId: tenant.categoryId,
      name: 'The Open Door',
      fileName: 'door.mp3',
      fileKey: unique('key'),
      sizeBytes: 1,
      durationSeconds: 1,
      startsAt: new Date('2026-01-01'),
      endsAt: new Date('2026-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await reader
    .insertInto('plays')
    .values(
      instants.map((at) => ({
        tenantId: tenant.id,
        consumerId: consumer.id,
        audioId: id,
        session: unique('session-'),
        tokens: 7,
        loginHash: randomBytes(32),
        chargedAt: new Date(at),
      })),
    )
    .execute()
}

type Delivery = { at: string; state?: string; medium?: 'sms' | 'email' }

export async function deliver(desk: Desk, ...deliveries: Delivery[]): Promise<void> {
  const { tenant, consumer } = desk
  for (const { at, state = 'delivered', medium = 'sms' } of deliveries) {
    await desk.app.query(
      `with text as (
         insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
         values (${tenant.id}, ${tenant.categoryId}, 'Breakfast', 'Take an hour.', '${at}') returning id
       )
       insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after, created_at)
       select ${tenant.id}, id, ${consumer.id}, '${medium}', 'x', 1, '${state}', '${at}', '${at}' from text`,
    )
  }
}

/** What the operator reads of a report. */
export const ask = ({ client, tenant }: Desk, report: string, startDate: string, endDate = startDate) =>
  client.get(`/v1/customers/${tenant.url}/${report}`, { query: { startDate, endDate } })
