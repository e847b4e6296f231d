import { randomBytes } from 'node:crypto'
import { waysToPay } from '@almanac/contract/payments'
import { sql } from 'kysely'
import type { Deps } from '../../src/deps.ts'
import { type EntryKind, postEntrySql } from '../../src/features/ledger/index.ts'
import { sandboxAccountName } from '../../src/features/payments/ports.ts'
import type { PastEvent } from './history.ts'

export type PastPurchase = Extract<PastEvent, { kind: 'purchase' }> & {
  id: number
  providerPaymentId: string
}

const rowsAtOnce = 500

async function inChunks<Row>(rows: readonly Row[], write: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await write(rows.slice(start, start + rowsAtOnce))
}

/** Writes what happened, oldest first; answers the purchases for the sandbox. */
export async function writeHistory(deps: Deps, events: readonly PastEvent[]): Promise<PastPurchase[]> {
  const inOrder = [...events].sort((one, other) => one.at.getTime() - other.at.getTime())
  const purchases = await writePurchases(deps, inOrder)
  await writePlays(deps, inOrder)
  await writeDeliveries(deps, inOrder)
  await writeLedger(deps, inOrder, new Map(purchases.map((purchase) => [purchase.source, purchase.id])))
  return purchases.map(({ source, id, providerPaymentId }) => ({ ...source, id, providerPaymentId }))
}

type Purchase = Extract<PastEvent, { kind: 'purchase' }>

async function writePurchases({ db }: Deps, events: readonly PastEvent[]) {
  const purchases = events.filter((event): event is Purchase => event.kind === 'purchase')
  const written: { source: Purchase; id: number; providerPaymentId: string }[] = []
  for (const [index, source] of purchases.entries()) {
    const providerPaymentId = `pi_demo_${String(index + 1).padStart(5, '0')}`
    const { id } = await db.reader
      .insertInto('purchases')
      .values({
        tenantId: source.consumer.tenant.id,
        consumerId: source.consumer.id,
        packageId: source.package.id,
        packageName: source.package.name,
        numberOfTokens: source.tokens,
        amountCents: source.package.priceCents,
        ...waysToPay.card,
        state: 'settled',
        providerAccount: sandboxAccountName,
        providerPaymentId,
        nextLookAt: null,
        cardBrand: 'visa',
        lastFourDigit: '4242',
        requestHash: 'demo',
        createdAt: source.at,
        settledAt: source.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    written.push({ source, id, providerPaymentId })
  }
  return written
}

/** Nobody is logged in to these plays any more. */
const noLogin = randomBytes(32)

async function writePlays({ db }: Deps, events: readonly PastEvent[]): Promise<void> {
  const rows = events.flatMap((event) =>
    event.kind === 'play'
      ? [
          {
            tenantId: event.consumer.tenant.id,
            consumerId: event.consumer.id,
            audioId: event.audio.id,
            session: sessionOf(event),
            tokens: event.tokens,
            loginHash: noLogin,
            chargedAt: event.at,
          },
        ]
      : [],
  )
  await inChunks(rows, (chunk) => db.reader.insertInto('plays').values(chunk).execute())
}

function sessionOf(event: PastEvent): string {
  return `demo-${event.at.getTime()}`
}

async function writeDeliveries({ db }: Deps, events: readonly PastEvent[]): Promise<void> {
  const rows = events.flatMap((event) =>
    event.kind === 'sunburst'
      ? [
          {
            tenantId: event.consumer.tenant.id,
            textId: event.text.id,
            consumerId: event.consumer.id,
            medium: event.medium,
            recipient: event.medium === 'sms' ? (event.consumer.smsPhoneNumber ?? '') : event.consumer.email,
            tokens: event.tokens,
            state: event.medium === 'sms' ? ('delivered' as const) : ('sent' as const),
            sendAfter: event.at,
            attempts: 1,
            createdAt: event.at,
            sentAt: event.at,
          },
        ]
      : [],
  )
  await inChunks(rows, (chunk) => db.reader.insertInto('deliveries').values(chunk).execute())
}

/** Posts what happened as it would have been posted then: through the ledger's door, dated back. */
async function writeLedger(
  { db }: Deps,
  events: readonly PastEvent[],
  purchaseIds: ReadonlyMap<PastEvent, number>,
): Promise<void> {
  const rows = events.map((event) => {
    const isCredit = event.kind === 'purchase'
    return {
      tenant_id: event.consumer.tenant.id,
      consumer_id: event.consumer.id,
      debit: isCredit ? 0 : event.tokens,
      credit: isCredit ? event.tokens : 0,
      created_at: event.at,
      ...entryOf(event, purchaseIds),
    }
  })
  const posted = postEntrySql({
    tenantId: sql<number>`e.tenant_id`,
    consumerId: sql<number>`e.consumer_id`,
    debitTokens: sql<number>`e.debit`,
    creditTokens: sql<number>`e.credit`,
    kind: sql<EntryKind>`e.kind`,
    reference: sql<string>`e.reference`,
    description: sql<string>`e.description`,
    actor: sql<string>`e.actor`,
    createdAt: sql<Date>`e.created_at`,
  })
  await inChunks(rows, async (chunk) => {
    const { rows: answers } = await sql<{ balance: number | null }>`
      select ${posted} as balance from (
        select * from rows from (
          json_to_recordset(${JSON.stringify(chunk)}::json) as (
            tenant_id int, consumer_id int, debit int, credit int, created_at timestamptz,
            kind text, reference text, description text, actor text
          )
        ) with ordinality order by ordinality
      ) e
    `.execute(db.reader)
    if (answers.some(({ balance }) => balance === null)) throw new Error('The demo spends tokens it has not')
  })
}

function entryOf(event: PastEvent, purchaseIds: ReadonlyMap<PastEvent, number>) {
  const { consumer } = event
  if (event.kind === 'purchase') {
    return {
      kind: 'purchase' as const,
      reference: `purchase:${purchaseIds.get(event)}`,
      description: `Purchased ${event.package.name}`,
      actor: `consumer:${consumer.id}`,
    }
  }
  if (event.kind === 'play') {
    return {
      kind: 'reading' as const,
      reference: `play:${consumer.id}:${event.audio.id}:${sessionOf(event)}`,
      description: `Reading: ${event.audio.name}`,
      actor: `consumer:${consumer.id}`,
    }
  }
  const way = event.medium === 'sms' ? 'SMS' : 'email'
  return {
    kind: 'sunburst' as const,
    reference: `delivery:${event.text.id}:${consumer.id}:${event.medium}`,
    description: `Sunburst: ${event.text.messageName} by ${way}`,
    actor: 'system',
  }
}
