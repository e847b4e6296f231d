import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { maskNumber, whyUnknown } from './text-report.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let tenant: MadeTenant
let operator: TestClient

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
  tenant = await app.make.tenant()
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
})
afterAll(() => app.close())

/** A text in a state of its own, with deliveries as given: `sms:unknown`, `email:sent` ... one consumer a list. */
async function textWith(
  state: string,
  consumers: string[][],
  values: { error?: string } = {},
): Promise<number> {
  const textId = await sun.text(tenant)
  await app.query(`update short_texts set state = '${state}' where id = ${textId}`)
  for (const deliveries of consumers) {
    const consumer = await sun.subscriber(tenant)
    for (const [medium = '', fate] of deliveries.map((one) => one.split(':'))) {
      const recipient = medium === 'sms' ? consumer.smsPhoneNumber : consumer.email
      await app.query(
        `insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after, claimed_at, error)
         values (${tenant.id}, ${textId}, ${consumer.id}, '${medium}', '${recipient}', 1, '${fate}', now(),
           '2026-11-17T17:00:03Z', ${values.error ? `'${values.error}'` : 'null'})`,
      )
    }
  }
  return textId
}

const list = async (): Promise<{ id: number; deliveries: unknown }[]> => {
  const { body } = await operator.get(`/v1/customers/${tenant.url}/short-text`, {
    query: { consumerCategoryId: String(tenant.categoryId), noPagination: 'true' },
  })
  return body.data
}

const unknownOf = (textId: number, of: MadeTenant = tenant, query: Record<string, string> = {}) =>
  operator.get(`/v1/customers/${of.url}/short-text/${textId}/deliveries`, {
    query: { state: 'unknown', ...query },
  })

describe('the list of texts', () => {
  test('tells of each that has begun how many deliveries came how far', async () => {
    const mixed = await textWith('sent', [
      ['sms:unknown', 'email:sent'],
      ['sms:delivered', 'email:unknown'],
      ['sms:undeliverable', 'email:skipped'],
      ['email:unknown'],
    ])
    const underWay = await textWith('sending', [['sms:planned', 'email:sending']])
    const nobody = await textWith('sent', [])
    const missed = await textWith('missed', [['sms:skipped']])
    const scheduled = await textWith('scheduled', [])
    const nothing = {
      recipients: 0,
      waiting: 0,
      sent: 0,
      delivered: 0,
      undeliverable: 0,
      skipped: 0,
      unknown: 0,
    }
    const summaries = new Map((await list()).map(({ id, deliveries }) => [id, deliveries]))
    expect([mixed, underWay, nobody, missed, scheduled].map((id) => summaries.get(id))).toEqual([
      { recipients: 4, waiting: 0, sent: 1, delivered: 1, undeliverable: 1, skipped: 1, unknown: 3 },
      { ...nothing, recipients: 1, waiting: 2 },
      nothing,
      { ...nothing, recipients: 1, skipped: 1 },
      null,
    ])
  })
})

describe("a text's unknown deliveries", () => {
  test('are listed by page: who, by what, where, when and why', async () => {
    const textId = await textWith(
      'sent',
      [['sms:unknown', 'email:unknown'], ['sms:sent', 'email:unknown'], ['email:delivered']],
      { error: 'SMTP: Timeout' },
    )
    const first = await unknownOf(textId, tenant, { page: '1', itemPerPage: '2' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ totalItems: 3, totalPages: 2, currentPage: 1 })
    const [sms, email] = first.body.data
    expect(sms).toEqual({
      id: expect.any(Number),
      username: expect.stringMatching(/^u/),
      fullName: 'Testa Person',
      medium: 'sms',
      recipient: expect.stringMatching(/^\+1\*{6}\d{4}$/),
      attemptDateTime: '2026-11-17T17:00:03.000Z',
      reason: 'The SMS provider did not confirm that it accepted it.',
    })
    expect(email).toMatchObject({
      medium: 'email',
      username: sms.username,
      recipient: expect.stringMatching(/^u\*+\w@mail\.example$/),
      reason: 'The mail host did not confirm that it accepted it.',
    })
    const second = await unknownOf(textId, tenant, { page: '2', itemPerPage: '2' })
    expect(second.body.data).toHaveLength(1)
    expect(second.body.data[0].username).not.toBe(sms.username)
  })

  test('of a text of another tenant, a deleted one or none are not found', async () => {
    const other = await app.make.tenant()
    const foreign = await app.signIn((await app.make.operator(other)).username, other)
    const textId = await textWith('sent', [['sms:unknown']])
    const theirs = await foreign.get(`/v1/customers/${other.url}/short-text/${textId}/deliveries`, {
      query: { state: 'unknown' },
    })
    expect([theirs.status, theirs.body.code]).toEqual([404, 'not_found'])
    expect((await unknownOf(textId, other)).status).toBe(404)
    await app.query(`update short_texts set deleted_at = now() where id = ${textId}`)
    expect((await unknownOf(textId)).status).toBe(404)
    expect((await unknownOf(2_000_000_000)).status).toBe(404)
  })

  test('are asked for by name, and by operators alone', async () => {
    const textId = await textWith('sent', [])
    expect((await unknownOf(textId, tenant, { state: 'lost' })).status).toBe(400)
    const consumer = await app.signIn((await app.make.consumer(tenant)).username, tenant)
    const answer = await consumer.get(`/v1/customers/${tenant.url}/short-text/${textId}/deliveries`, {
      query: { state: 'unknown' },
    })
    expect(answer.status).toBe(403)
  })
})

describe("a consumer's own Sunbursts of the last day", () => {
  const ago = (hours: number) => new Date(noon.getTime() - hours * 3_600_000)

  /** Sent to a consumer by the mediums given, `sms:delivered` ..., one hour apart. */
  async function came(
    of: MadeTenant,
    consumer: { id: number },
    fates: string[],
    values: { textContent?: string; sentAt?: Date } = {},
  ): Promise<number> {
    const sentAt = values.sentAt ?? ago(3)
    const textId = await sun.text(of, { ...values, dueAt: sentAt })
    for (const [index, fate] of fates.entries()) {
      const [medium, state] = fate.split(':')
      const at = new Date(sentAt.getTime() + index * 3_600_000)
      await app.query(
        `insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after, sent_at)
         values (${of.id}, ${textId}, ${consumer.id}, '${medium}', '', 1, '${state}', now(), '${at.toISOString()}')`,
      )
    }
    return textId
  }

  async function listAs(of: MadeTenant, consumer: { id: number; username: string }) {
    const client = await app.signIn(consumer.username, of)
    const { status, body } = await client.get(`/v1/customers/${of.url}/consumers/${consumer.id}/sunbursts`)
    expect(status).toBe(200)
    return body.sunbursts as { id: number }[]
  }

  test('are listed newest first, each once by all of its mediums', async () => {
    const consumer = await app.make.consumer(tenant)
    const early = await came(tenant, consumer, ['email:sent'], { sentAt: ago(23) })
    const both = await came(tenant, consumer, ['email:sent', 'sms:delivered'], {
      textContent: 'Take the long way home.',
    })
    const [newest, other, ...rest] = await listAs(tenant, consumer)
    expect(newest).toEqual({
      id: both,
      text: 'Take the long way home.',
      consumerCategoryId: tenant.categoryId,
      categoryName: expect.any(String),
      mediums: ['sms', 'email'],
      sentDateTime: ago(3).toISOString(),
    })
    expect(other?.id).toBe(early)
    expect(rest).toEqual([])
  })

  test.each(['planned', 'sending', 'undeliverable', 'unknown', 'skipped'])(
    'are without those that are %s',
    async (state) => {
      const consumer = await app.make.consumer(tenant)
      await came(tenant, consumer, [`sms:${state}`])
      const half = await came(tenant, consumer, [`sms:${state}`, 'email:sent'])
      expect(await listAs(tenant, consumer)).toMatchObject([{ id: half, mediums: ['email'] }])
    },
  )

  test("are without older ones, deleted ones, other people's and other tenants'", async () => {
    const [consumer, neighbor] = [await app.make.consumer(tenant), await app.make.consumer(tenant)]
    const other = await app.make.tenant()
    const stranger = await app.make.consumer(other)
    await came(tenant, consumer, ['sms:sent'], { sentAt: ago(24.1) })
    const deleted = await came(tenant, consumer, ['sms:sent'])
    await app.query(`update short_texts set deleted_at = now() where id = ${deleted}`)
    const theirs = await came(tenant, neighbor, ['sms:sent'])
    const strange = await came(other, stranger, ['sms:sent'])
    expect(await listAs(tenant, consumer)).toEqual([])
    expect(await listAs(tenant, neighbor)).toMatchObject([{ id: theirs }])
    expect(await listAs(other, stranger)).toMatchObject([{ id: strange }])
  })
})

test.each([
  ['email', 'The worker ended while sending.', 'The server stopped while sending it.'],
  ['sms', 'The provider knows of no such message.', 'The SMS provider has no record of it.'],
  ['email', 'SMTP: Connection closed', 'The mail host did not confirm that it accepted it.'],
  ['sms', null, 'The SMS provider did not confirm that it accepted it.'],
] as const)('%s with the note %j is explained', (medium, error, words) => {
  expect(whyUnknown(medium, error)).toBe(words)
})

test.each([
  ['+16175550142', '+1******0142'],
  ['+1234', '+1234'],
  ['', ''],
])('the number %s is shown as %s', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})
