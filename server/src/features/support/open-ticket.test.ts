import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function scene() {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant)
  const client = await app.signIn(consumer.username, tenant)
  return { tenant, consumer, client }
}

describe('support tickets', () => {
  test('a consumer asks, the operator answers, the consumer reads it, and both are mailed', async () => {
    const { tenant, consumer, client } = await scene()
    const tickets = `/v1/customers/${tenant.url}/consumers/${consumer.id}/tickets`
    const sent = await client.post(tickets, { description: 'Where is my reading?', email: consumer.email })
    expect(sent.status).toBe(201)
    const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
    const seen = await operator.get(`/v1/customers/${tenant.url}/tickets`)
    expect(seen.body.data).toMatchObject([{ id: sent.body.id, status: 'open', username: consumer.username }])
    const answered = await operator.post(`/v1/customers/${tenant.url}/tickets/${sent.body.id}/answers`, {
      answer: 'On your dashboard.',
    })
    expect(answered.status).toBe(201)
    const own = await client.get(`${tickets}?searchText=reading`)
    expect(own.body.data).toMatchObject([{ status: 'answered', answers: [{ answer: 'On your dashboard.' }] }])
    const mails = await app.query<{ recipient: string }>(
      `select recipient from outbox_messages where tenant_id = ${tenant.id} order by id`,
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual([`support@${tenant.url}.example`, consumer.email])
  })

  test('a list is searched by a part of the message, a hundred to a page', async () => {
    const { tenant, consumer, client } = await scene()
    const tickets = `/v1/customers/${tenant.url}/consumers/${consumer.id}/tickets`
    await app.query(
      `insert into tickets (tenant_id, consumer_id, description, email)
       select ${tenant.id}, ${consumer.id}, 'Message ' || n, '${consumer.email}' from generate_series(1, 101) n`,
    )
    const all = await client.get(tickets)
    expect(all.body).toMatchObject({ totalItems: 101, totalPages: 2, data: { length: 100 } })
    expect(all.body.data[0].description).toBe('Message 101')
    expect((await client.get(`${tickets}?page=2`)).body.data).toMatchObject([{ description: 'Message 1' }])
    const found = await client.get(tickets, { query: { searchText: 'message 10' } })
    expect(found.body.data.map((ticket: { description: string }) => ticket.description)).toEqual([
      'Message 101',
      'Message 100',
      'Message 10',
    ])
    expect((await client.get(tickets, { query: { searchText: '1_' } })).body.totalItems).toBe(0)
    expect((await client.get(`${tickets}?noPagination=true`)).body).toMatchObject({ data: { length: 101 } })
  })

  test("another tenant's operator can't answer, and a long message is refused", async () => {
    const { tenant, consumer, client } = await scene()
    const tickets = `/v1/customers/${tenant.url}/consumers/${consumer.id}/tickets`
    const sent = await client.post(tickets, { description: 'Hello', email: consumer.email })
    const elsewhere = await app.make.tenant()
    const operator = await app.signIn((await app.make.operator(elsewhere)).username, elsewhere)
    const answer = await operator.post(`/v1/customers/${elsewhere.url}/tickets/${sent.body.id}/answers`, {
      answer: 'Hi',
    })
    expect(answer.status).toBe(404)
    const long = await client.post(tickets, { description: 'x'.repeat(1001), email: consumer.email })
    expect(long.body.message).toBe('Message must be less than 1000 characters.')
  })
})
