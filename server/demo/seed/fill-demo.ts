import { waysToPay } from '@almanac/contract/payments'
import type { Deps } from '../../src/deps.ts'
import { sandboxAccountName } from '../../src/features/payments/ports.ts'
import { TENANTS } from '../content/tenants.ts'
import { CONSUMERS } from '../content/users.ts'
import { seedActs } from './acts.ts'
import { seedReadings, seedTexts } from './content.ts'
import { inventHistory } from './history.ts'
import { type DemoConsumer, seedPeople } from './people.ts'
import { createRandom } from './random.ts'
import { seedTenant } from './tenants.ts'
import { type PastPurchase, writeHistory } from './write-history.ts'

const randomSeed = 1998

/** Fills an empty database with the demo, all or nothing, and the sandbox's books with the same sales. */
export async function fillDemo(deps: Deps): Promise<void> {
  const { purchases, savers } = await deps.db.reader.transaction().execute((tx) => {
    // Files are stored meanwhile: nobody else uses an empty database, and half a demo must not remain.
    return fillDatabase({ ...deps, db: { ...deps.db, reader: tx } })
  })
  if (deps.sandbox && deps.cardFields.mode === 'sandbox')
    await fillSandbox(deps.sandbox.url, purchases, savers)
}

interface Saver {
  consumer: DemoConsumer
  fullName: string
}

async function fillDatabase(deps: Deps): Promise<{ purchases: PastPurchase[]; savers: Saver[] }> {
  const now = deps.clock.now()
  const tenants = []
  for (const demo of TENANTS) tenants.push(await seedTenant(deps, demo))
  const consumers = await seedPeople(deps, tenants, now)
  const events = []
  const random = createRandom(randomSeed)
  for (const tenant of tenants) {
    const audios = await seedReadings(deps, tenant, now)
    const texts = await seedTexts(deps, tenant, now)
    for (const consumer of consumers.filter((one) => one.tenant === tenant)) {
      events.push(...inventHistory(consumer, { audios, texts }, now, random))
    }
  }
  await seedActs(deps, now)
  const purchases = await writeHistory(deps, events)
  // Their cards are the sandbox's: an account with real keys knows none of them.
  const savers = deps.cardFields.mode === 'sandbox' ? await saveCards(deps, consumers) : []
  return { purchases, savers }
}

function customerId(consumer: DemoConsumer): string {
  return `cus_demo_${consumer.username}`
}

function methodId(consumer: DemoConsumer): string {
  return `pm_demo_${consumer.username}`
}

const cardYears = 3

async function saveCards(deps: Deps, consumers: readonly DemoConsumer[]): Promise<Saver[]> {
  const savers = CONSUMERS.flatMap((demo) => {
    const consumer = consumers.find(({ username }) => username === demo.username)
    return consumer && demo.hasSavedCard ? [{ consumer, fullName: demo.fullName }] : []
  })
  for (const { consumer, fullName } of savers) {
    await deps.db.reader
      .insertInto('providerCustomers')
      .values({
        provider: waysToPay.card.provider,
        account: sandboxAccountName,
        providerCustomerId: customerId(consumer),
        tenantId: consumer.tenant.id,
        consumerId: consumer.id,
      })
      .execute()
    await deps.db.reader
      .insertInto('defaultPayments')
      .values({
        consumerId: consumer.id,
        tenantId: consumer.tenant.id,
        kind: 'card',
        provider: waysToPay.card.provider,
        account: sandboxAccountName,
        providerMethodId: methodId(consumer),
        cardBrand: 'visa',
        lastFourDigit: '4242',
        expMonth: 12,
        expYear: deps.clock.now().getUTCFullYear() + cardYears,
        fullName,
      })
      .execute()
  }
  return savers
}

async function fillSandbox(
  url: string,
  purchases: readonly PastPurchase[],
  savers: readonly Saver[],
): Promise<void> {
  const body = {
    customers: savers.map(({ consumer, fullName }) => ({
      id: customerId(consumer),
      email: consumer.email,
      name: fullName,
    })),
    paymentMethods: savers.map(({ consumer, fullName }) => ({
      id: methodId(consumer),
      customer: customerId(consumer),
      card: 'pm_card_visa',
      expMonth: 12,
      expYear: new Date().getUTCFullYear() + cardYears,
      name: fullName,
    })),
    payments: purchases.map((purchase) => ({
      id: purchase.providerPaymentId,
      amountCents: purchase.package.priceCents,
      createdAt: purchase.at.toISOString(),
      description: purchase.package.name,
      metadata: {
        tenant_id: String(purchase.consumer.tenant.id),
        consumer_id: String(purchase.consumer.id),
        purchase_id: String(purchase.id),
      },
    })),
  }
  const response = await fetch(`${url}/sandbox/control/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The sandbox did not take the demo's sales: ${await response.text()}`)
}
