import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Pick<MadeUser, 'id' | 'username'>
let client: TestClient
let tenant: MadeTenant

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  admin = await app.make.admin()
  client = await app.signIn(admin.username, null)
})
afterAll(() => app.close())

const subtract = { subtractToken: true }
const add = { addToken: true }

function edit(
  consumer: MadeUser,
  body: object,
  { key, url = tenant.url }: { key?: string; url?: string } = {},
) {
  const options = key ? { headers: { 'idempotency-key': key } } : {}
  return client.put(`/v1/admin/token-balance/${url}/${consumer.id}`, body, options)
}

/** What of the consumer the books have: each change, and each audit row. */
async function booksOf(consumer: MadeUser) {
  const entries = await app.query<{ tokens: number; balance: number; reason: string | null }>(
    `select credit - debit as tokens, new_balance as balance, kind, description, actor, reason
     from ledger_entries where consumer_id = ${consumer.id} and actor like 'admin:%' order by id`,
  )
  const audits = await app.query(
    `select action, tenant_id, actor_user_id, actor_role, before, after from audit_entries
     where subject = 'user:${consumer.id}' order by id`,
  )
  return { entries, audits }
}

describe('a token edit', () => {
  test('adds and subtracts, keeps why, and leaves one audit row each', async () => {
    const consumer = await app.make.consumer(tenant, { tokens: 10 })
    const added = await edit(consumer, { numberOfTokens: 5, ...add, reason: '  Promised by phone ' })
    expect([added.status, added.body]).toEqual([
      200,
      { tokenBalance: 15, message: 'Token updated successfully.' },
    ])
    // Down to nothing is not below it.
    const subtracted = await edit(consumer, { numberOfTokens: 15, ...subtract, reason: ' ' })
    expect(subtracted.body).toEqual({ tokenBalance: 0, message: 'Token updated successfully.' })
    const who = {
      tenantId: tenant.id,
      actorUserId: admin.id,
      actorRole: 'admin',
      action: 'edit-token-balance',
    }
    const entry = { kind: 'admin', actor: `admin:${admin.id}` }
    expect(await booksOf(consumer)).toEqual({
      entries: [
        { ...entry, tokens: 5, balance: 15, description: 'Tokens added', reason: 'Promised by phone' },
        { ...entry, tokens: -15, balance: 0, description: 'Tokens subtracted', reason: null },
      ],
      audits: [
        { ...who, before: { tokenBalance: 10 }, after: { tokenBalance: 15, reason: 'Promised by phone' } },
        { ...who, before: { tokenBalance: 15 }, after: { tokenBalance: 0, reason: null } },
      ],
    })
    const history = await client.get('/v1/admin/token-transactions', {
      query: { searchText: consumer.username },
    })
    expect(history.body.data.map((row: { tokenDebit: number }) => row.tokenDebit)).toEqual([15, 0, 0])
  })

  test('is told to the consumer’s screens', async () => {
    const consumer = await app.make.consumer(tenant)
    const told = new Promise<void>((resolve) => {
      const stop = app.deps.wakeups.onChange(({ topic, tenantId, userId }) => {
        if (topic !== 'balance' || tenantId !== tenant.id || userId !== consumer.id) return
        stop()
        resolve()
      })
    })
    await edit(consumer, { numberOfTokens: 1, ...add })
    await told
  })

  test.each<[string, object, number, string]>([
    ['of more than there is', { numberOfTokens: 11, ...subtract }, 400, 'subtraction_too_large'],
    ['of nothing', { numberOfTokens: 0, ...add }, 400, 'invalid_input'],
    ['of less than nothing', { numberOfTokens: -1, ...add }, 400, 'invalid_input'],
    ['of a part', { numberOfTokens: 1.5, ...add }, 400, 'invalid_input'],
    ['of eight digits', { numberOfTokens: 10_000_000, ...add }, 400, 'invalid_input'],
    ['both ways', { numberOfTokens: 1, ...add, ...subtract }, 400, 'invalid_input'],
    ['neither way', { numberOfTokens: 1, addToken: false, subtractToken: false }, 400, 'invalid_input'],
    ['with too long a reason', { numberOfTokens: 1, ...add, reason: 'x'.repeat(501) }, 400, 'invalid_input'],
  ])('%s is refused, and changes nothing', async (_words, body, status, code) => {
    const consumer = await app.make.consumer(tenant, { tokens: 10 })
    const answer = await edit(consumer, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await booksOf(consumer)).toEqual({ entries: [], audits: [] })
  })

  test('of the largest number of seven digits is taken, as often as a balance can hold it', async () => {
    const consumer = await app.make.consumer(tenant, { tokens: 2_000_000_000 - 9_999_999 - 1 })
    expect((await edit(consumer, { numberOfTokens: 9_999_999, ...add })).body.tokenBalance).toBe(
      1_999_999_999,
    )
    const beyond = await edit(consumer, { numberOfTokens: 2, ...add })
    expect([beyond.status, beyond.body.message]).toEqual([400, 'No balance can be this large.'])
  })

  test('of more than there is says so in the words of its field', async () => {
    const consumer = await app.make.consumer(tenant, { tokens: 10 })
    const { body } = await edit(consumer, { numberOfTokens: 11, ...subtract })
    expect(body.message).toBe('* Substract token value can not be greater than current balance.')
  })

  test('looked at another balance: it is told, and nothing is changed', async () => {
    const consumer = await app.make.consumer(tenant, { tokens: 10 })
    // That it would be too much then is of no matter before the balance is known.
    const stale = await edit(consumer, { numberOfTokens: 20, ...subtract, expectedTokenBalance: 30 })
    expect([stale.status, stale.body.code, stale.body.tokenBalance]).toEqual([409, 'balance_changed', 10])
    expect(await booksOf(consumer)).toEqual({ entries: [], audits: [] })
    const again = await edit(consumer, { numberOfTokens: 2, ...subtract, expectedTokenBalance: 10 })
    expect(again.body.tokenBalance).toBe(8)
  })
})

describe('a token edit under a key', () => {
  test('is made once, however often and together it is asked for', async () => {
    const consumer = await app.make.consumer(tenant, { tokens: 10 })
    const key = `edit-${consumer.id}`
    const body = { numberOfTokens: 3, ...add, expectedTokenBalance: 10 }
    const answers = await Promise.all(Array.from({ length: 6 }, () => edit(consumer, body, { key })))
    answers.push(await edit(consumer, body, { key }))
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(
      answers.map(() => [200, { tokenBalance: 13, message: 'Token updated successfully.' }]),
    )
    const { entries, audits } = await booksOf(consumer)
    expect([entries.length, audits.length]).toEqual([1, 1])
  })

  test('is none for another number, reason or consumer', async () => {
    const consumer = await app.make.consumer(tenant, { tokens: 10 })
    const neighbor = await app.make.consumer(tenant, { tokens: 10 })
    const key = `edit-${consumer.id}`
    const body = { numberOfTokens: 3, ...add }
    await edit(consumer, body, { key })
    for (const [to, other] of [
      [consumer, { ...body, numberOfTokens: 4 }],
      [consumer, { ...body, reason: 'Another' }],
      [consumer, { numberOfTokens: 3, ...subtract }],
      [neighbor, body],
    ] as const) {
      const answer = await edit(to, other, { key })
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_mismatch'])
    }
    expect((await booksOf(neighbor)).entries).toEqual([])
    expect((await booksOf(consumer)).entries).toHaveLength(1)
  })

  test('that was refused may be made once it can be', async () => {
    const consumer = await app.make.consumer(tenant, { tokens: 1 })
    const key = `edit-${consumer.id}`
    const body = { numberOfTokens: 3, ...subtract }
    expect((await edit(consumer, body, { key })).status).toBe(400)
    await app.make.grant(consumer, 5)
    expect((await edit(consumer, body, { key })).body.tokenBalance).toBe(3)
  })
})

test('edits that race with each other never take a balance below zero, and none is lost', async () => {
  const consumer = await app.make.consumer(tenant, { tokens: 10 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      edit(consumer, { numberOfTokens: 3, ...(turn % 4 === 0 ? add : subtract) }),
    ),
  )
  const made = answers.filter(({ status }) => status === 200)
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
  const { entries, audits } = await booksOf(consumer)
  expect([entries.length, audits.length]).toEqual([made.length, made.length])
  let balance = 10
  for (const entry of entries) {
    balance += entry.tokens
    expect(entry.balance).toBe(balance)
    expect(balance).toBeGreaterThanOrEqual(0)
  }
})

test('a consumer of another tenant, an operator and a deleted one are as one that does not exist', async () => {
  const other = await app.make.tenant()
  const deleted = await app.make.consumer(tenant, { tokens: 10 })
  await app.query(`update users set deleted_at = now() where id = ${deleted.id}`)
  const strangers = [await app.make.consumer(other, { tokens: 10 }), await app.make.operator(tenant), deleted]
  for (const stranger of strangers) {
    const answer = await edit(stranger, { numberOfTokens: 1, ...add })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect(await booksOf(stranger)).toEqual({ entries: [], audits: [] })
  }
})
