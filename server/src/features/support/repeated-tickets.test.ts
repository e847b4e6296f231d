import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let tenant: MadeTenant
let consumer: MadeUser
let client: TestClient
let operator: TestClient

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  tenant = await app.make.tenant()
  consumer = await app.make.consumer(tenant)
  client = await app.signIn(consumer.username, tenant)
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
})

function write(description: string, key: string | null, who = client) {
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
  const body = { description, email: consumer.email }
  return who.post(`/v1/customers/${tenant.url}/consumers/${consumer.id}/tickets`, body, { headers })
}

function reply(ticketId: number, answer: string, key: string | null, who = operator) {
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
  return who.post(`/v1/customers/${tenant.url}/tickets/${ticketId}/answers`, { answer }, { headers })
}

async function countsOf(): Promise<Record<string, number>> {
  const [row] = await app.query<Record<string, number>>(`
    select (select count(*)::int from tickets where tenant_id = ${tenant.id}) as tickets,
      (select count(*)::int from ticket_answers where tenant_id = ${tenant.id}) as answers,
      (select count(*)::int from outbox_messages where tenant_id = ${tenant.id}) as mails,
      (select count(*)::int from audit_entries where tenant_id = ${tenant.id}) as audits`)
  return row ?? {}
}

const refusal = { status: 409, body: { code: 'idempotency_mismatch' } }

describe('a message that is sent again with one Idempotency-Key', () => {
  test('is stored and mailed once, and answered as the first time', async () => {
    const first = await write('Where is my reading?', 'again-1')
    const second = await write('Where is my reading?', 'again-1')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await countsOf()).toMatchObject({ tickets: 1, mails: 1 })
  })

  test('at the same moment is stored and mailed once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => write('Hello', 'together-1')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await countsOf()).toMatchObject({ tickets: 1, mails: 1 })
  })

  test('with other words is refused; without a key, or with another, it is another message', async () => {
    await write('Hello', 'changed-1')
    expect(await write('Hello again', 'changed-1')).toMatchObject(refusal)
    await write('Hello', 'changed-2')
    await write('Hello', null)
    await write('Hello', null)
    expect(await countsOf()).toMatchObject({ tickets: 4, mails: 4 })
  })

  test('is found although as many as an hour takes were sent', async () => {
    const first = await write('Message 1', 'early-1')
    for (let number = 2; number <= 20; number++) await write(`Message ${number}`, null)
    expect((await write('Message 21', 'late-1')).status).toBe(429)
    expect((await write('Message 1', 'early-1')).body).toEqual(first.body)
  })

  test('by another consumer is another message', async () => {
    const other = await app.make.consumer(tenant)
    const otherClient = await app.signIn(other.username, tenant)
    await write('Hello', 'shared-1')
    const theirs = await otherClient.post(
      `/v1/customers/${tenant.url}/consumers/${other.id}/tickets`,
      { description: 'Hello', email: other.email },
      { headers: { 'idempotency-key': 'shared-1' } },
    )
    expect(theirs.status).toBe(201)
    expect(await countsOf()).toMatchObject({ tickets: 2 })
  })
})

describe('an answer that is sent again with one Idempotency-Key', () => {
  test('is stored, mailed and recorded once, and answered as the first time', async () => {
    const { id } = (await write('Where is my reading?', null)).body
    const first = await reply(id, 'On your dashboard.', 'again-1')
    const second = await reply(id, 'On your dashboard.', 'again-1')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await countsOf()).toEqual({ tickets: 1, answers: 1, mails: 2, audits: 1 })
    const [audit] = await app.query(
      `select action, subject, before::json as before, after::json as after from audit_entries where tenant_id = ${tenant.id}`,
    )
    expect(audit).toEqual({
      action: 'answer-ticket',
      subject: `ticket:${id}`,
      before: { status: 'open' },
      after: { status: 'answered', answer: 'On your dashboard.' },
    })
  })

  test('at the same moment is stored and mailed once', async () => {
    const { id } = (await write('Hello', null)).body
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => reply(id, 'Hello to you.', 'together-1')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(await countsOf()).toEqual({ tickets: 1, answers: 1, mails: 2, audits: 1 })
  })

  test('with other words, or to another ticket, is refused', async () => {
    const one = (await write('Hello', null)).body.id
    const other = (await write('Hello?', null)).body.id
    await reply(one, 'Hello to you.', 'changed-1')
    expect(await reply(one, 'Hello to you, too.', 'changed-1')).toMatchObject(refusal)
    expect(await reply(other, 'Hello to you.', 'changed-1')).toMatchObject(refusal)
    expect(await countsOf()).toEqual({ tickets: 2, answers: 1, mails: 3, audits: 1 })
    const { body } = await operator.get(`/v1/customers/${tenant.url}/tickets?status=open`)
    expect(body.data.map((ticket: { id: number }) => ticket.id)).toEqual([other])
  })

  test('may follow another answer of another key', async () => {
    const { id } = (await write('Hello', null)).body
    await reply(id, 'Hello to you.', 'one-after-1')
    const second = await reply(id, 'Hello to you.', 'one-after-2')
    expect(second.body.answers).toHaveLength(2)
    const [, last] = await app.query(
      `select before::json as before from audit_entries where tenant_id = ${tenant.id} order by id`,
    )
    expect(last).toEqual({ before: { status: 'answered' } })
  })
})

describe('the tickets of a tenant', () => {
  async function found(query: Record<string, string>) {
    const { body } = await operator.get(`/v1/customers/${tenant.url}/tickets`, { query })
    return { ids: body.data.map((ticket: { id: number }) => ticket.id), ...body }
  }

  test('are listed by state, with how many there are of each', async () => {
    const [one, two, three] = [
      (await write('One', null)).body.id,
      (await write('Two', null)).body.id,
      (await write('Three', null)).body.id,
    ]
    await reply(two, 'Yes.', null)
    const counts = { open: 2, answered: 1 }
    expect(await found({})).toMatchObject({ ids: [three, two, one], totalItems: 3, counts })
    expect(await found({ status: 'open' })).toMatchObject({ ids: [three, one], totalItems: 2, counts })
    expect(await found({ status: 'answered' })).toMatchObject({ ids: [two], totalItems: 1, counts })
    expect(await found({ sendList: 'false' })).toMatchObject({ ids: [], counts })
    expect((await operator.get(`/v1/customers/${tenant.url}/tickets?status=lost`)).status).toBe(400)
  })

  test('are searched by message, name and username, and counted by what is found', async () => {
    await app.query(`update users set full_name = 'Nova 50% Reader' where id = ${consumer.id}`)
    const { id } = (await write('Where is my token?', null)).body
    const other = await app.make.consumer(tenant)
    await app.query(
      `insert into tickets (tenant_id, consumer_id, description, email, status)
       values (${tenant.id}, ${other.id}, 'Thank you', 'a@b.example', 'answered')`,
    )
    for (const searchText of ['MY TOKEN', 'nova 50%', consumer.username.slice(0, 7)])
      expect(await found({ searchText })).toMatchObject({ ids: [id], counts: { open: 1, answered: 0 } })
    expect(await found({ searchText: '0%%' })).toMatchObject({ ids: [], counts: { open: 0, answered: 0 } })
    expect(await found({ searchText: other.username })).toMatchObject({ counts: { open: 0, answered: 1 } })
  })
})
