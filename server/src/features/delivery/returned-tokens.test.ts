import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up as renameReturns } from '../../../migrations/0020_return_references.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { postEntry, readLots } from '../ledger/index.ts'
import { endDeliveries } from './end-deliveries.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Owner {
  tenantId: number
  consumerId: number
}

/** A consumer with a Sunburst that is on its way and took so many tokens. */
async function sent(tokens: number): Promise<{ owner: Owner; id: number; textId: number }> {
  const { db } = app.deps
  const tenant = await app.make.tenant()
  const { id: consumerId } = await app.make.consumer(tenant)
  const { rows } = await sql<{ id: number; textId: number }>`
    with text as (
      insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state)
      values (${tenant.id}, ${tenant.categoryId}, 'A slow breakfast', 'Take an hour.', now(), 'sending') returning id
    )
    insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after)
    select ${tenant.id}, id, ${consumerId}, 'email', 'nova@mail.example', ${tokens}, 'sent', now() from text
    returning id, text_id
  `.execute(db.reader)
  return { owner: { tenantId: tenant.id, consumerId }, ...(rows[0] ?? { id: 0, textId: 0 }) }
}

const bounce = (id: number) =>
  app.deps.db.transact((tx) =>
    endDeliveries(tx, { to: 'undeliverable', from: ['sent'] }, [{ id, reason: 'bounced' }]),
  )

/** A consumer of one purchase of 28 tokens, one of which a Sunburst took that then did not arrive. */
async function returned(): Promise<{ owner: Owner; purchase: string }> {
  const { db } = app.deps
  const { owner, id, textId } = await sent(1)
  const { consumerId } = owner
  const purchase = `purchase:${900_000 + consumerId}`
  await db.transact(async (tx) => {
    const entry = { ...owner, description: 'x', actor: 'system' }
    await postEntry(tx, { ...entry, creditTokens: 28, kind: 'purchase', reference: purchase })
    await postEntry(tx, {
      ...entry,
      debitTokens: 1,
      kind: 'sunburst',
      reference: `delivery:${textId}:${consumerId}:email`,
    })
  })
  expect(await unspent(owner)).toEqual({ [purchase]: 27 })
  await bounce(id)
  return { owner, purchase }
}

async function unspent(owner: Owner): Promise<Record<string, number>> {
  const lots = await readLots(app.deps.db.reader, owner)
  return Object.fromEntries(lots.map(({ reference, unspentTokens }) => [reference, unspentTokens]))
}

describe('the token of a Sunburst that did not arrive', () => {
  test('goes back to the purchase it came from', async () => {
    const { owner, purchase } = await returned()
    expect(await unspent(owner)).toEqual({ [purchase]: 28 })
    expect(await unspent({ ...owner, tenantId: 0 })).toEqual({})
  })

  test('is none where it was free: it ends, and nothing is posted', async () => {
    const { owner, id } = await sent(0)
    expect(await bounce(id)).toBe(1)
    expect(await app.query(`select state, error from deliveries where id = ${id}`)).toEqual([
      { state: 'undeliverable', error: 'bounced' },
    ])
    expect(await app.query(`select from ledger_entries where consumer_id = ${owner.consumerId}`)).toEqual([])
  })

  test('does so too where it came back before the references named their debit', async () => {
    const { owner, purchase } = await returned()
    await app.query(
      `alter table ledger_entries disable trigger ledger_entries_append_only;
       update ledger_entries e set reference = 'delivery-return:' || d.id from deliveries d
         where e.consumer_id = ${owner.consumerId} and d.consumer_id = e.consumer_id and e.kind = 'sunburst-return';
       alter table ledger_entries enable always trigger ledger_entries_append_only`,
    )
    expect(Object.values(await unspent(owner))).toEqual([27, 1])
    await renameReturns(app.deps.db.reader as unknown as Kysely<unknown>)
    expect(await unspent(owner)).toEqual({ [purchase]: 28 })
    const change = app.query(`update ledger_entries set credit = 2 where consumer_id = ${owner.consumerId}`)
    await expect(change).rejects.toThrow('append-only')
  })
})
