import type { TextDelivery, TextReport } from '@almanac/contract/delivery'
import type { Paged } from '@almanac/contract/primitives'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { maskNumber } from './text-deliveries.ts'

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

const reportOf = (textId: number, of: MadeTenant = tenant) =>
  operator.get(`/v1/customers/${of.url}/short-text/${textId}/report`)

const rowsOf = (textId: number, state: string, query: Record<string, string> = {}, of: MadeTenant = tenant) =>
  operator.get(`/v1/customers/${of.url}/short-text/${textId}/deliveries`, { query: { state, ...query } })

/** `delivered: 1` ... of those that are not 0. */
const countsOf = (report: TextReport) =>
  Object.fromEntries(report.fates.flatMap(({ fate, count }) => (count > 0 ? [[fate, count]] : [])))

describe('the list of texts', () => {
  test('tells of each that has begun how many deliveries failed, and of how many nobody knows', async () => {
    const mixed = await textWith('sent', [
      ['sms:unknown', 'email:sent'],
      ['sms:delivered', 'email:unknown'],
      ['sms:undeliverable', 'email:skipped'],
    ])
    const underWay = await textWith('sending', [['sms:planned', 'email:sending']])
    const nobody = await textWith('sent', [])
    const scheduled = await textWith('scheduled', [])
    const summaries = new Map((await list()).map(({ id, deliveries }) => [id, deliveries]))
    expect([mixed, underWay, nobody, scheduled].map((id) => summaries.get(id))).toEqual([
      { failed: 1, unknown: 2, heldUntil: null },
      { failed: 0, unknown: 0, heldUntil: null },
      { failed: 0, unknown: 0, heldUntil: null },
      null,
    ])
  })
})

describe('a text that is being sent', () => {
  const hold = (textId: number, medium: string, until: string) =>
    app.query(
      `update deliveries set is_waiting = true, held_seconds = 60, send_after = '${until}'
       where text_id = ${textId} and medium = '${medium}'`,
    )
  const heldUntil = async (textId: number) => {
    const found = (await list()).find(({ id }) => id === textId)
    return (found?.deliveries as { heldUntil: string | null } | undefined)?.heldUntil
  }

  test('is held while quiet hours hold all that is left of it, until the first of that leaves', async () => {
    const textId = await textWith('sending', [['sms:planned', 'email:planned'], ['sms:delivered']])
    expect(await heldUntil(textId)).toBeNull()
    await hold(textId, 'sms', '2031-11-18T13:00:00Z')
    expect(await heldUntil(textId)).toBeNull()
    await hold(textId, 'email', '2031-11-18T14:00:00Z')
    expect(await heldUntil(textId)).toBe('2031-11-18T13:00:00.000Z')
  })
})

describe("a text's report", () => {
  test('counts each message once, and people beside them', async () => {
    const textId = await textWith('sent', [
      ['sms:unknown', 'email:sent'],
      ['sms:delivered', 'email:unknown'],
      ['sms:undeliverable', 'email:skipped'],
      ['sms:planned', 'email:sending'],
      ['email:delivered'],
    ])
    const { status, body } = await reportOf(textId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      recipients: 5,
      messages: 9,
      heldUntil: null,
      tokensTaken: 9,
      tokensReturned: 2,
    })
    expect(body.fates.map(({ fate, count }: { fate: string; count: number }) => [fate, count])).toEqual([
      ['waiting', 2],
      ['held', 0],
      ['sent', 1],
      ['delivered', 2],
      ['failed', 1],
      ['skipped', 1],
      ['unknown', 2],
    ])
  })

  test('has the reasons in words, the most frequent first', async () => {
    const failed = 'sms:undeliverable'
    const textId = await textWith('sent', [[failed], [failed], [failed]], { error: 'twilio-30003' })
    await app.query(`update deliveries set error = 'twilio-30005' where id = (
      select min(id) from deliveries where text_id = ${textId})`)
    const { body } = await reportOf(textId)
    expect(body.fates.find(({ fate }: { fate: string }) => fate === 'failed')).toEqual({
      fate: 'failed',
      count: 3,
      reasons: [
        { reason: 'unreachable', words: 'The phone was off or out of reach.', count: 2 },
        { reason: 'not-in-use', words: 'The number is not in use.', count: 1 },
      ],
    })
    const { body: rows } = await rowsOf(textId, 'failed', { reason: 'not-in-use' })
    expect(rows.totalItems).toBe(1)
    expect(rows.data[0].messages[0].reason).toBe('The number is not in use.')
  })

  test('tells what quiet hours hold, and until when, from what waits for another attempt', async () => {
    const textId = await textWith('sending', [
      ['sms:planned'],
      ['sms:planned'],
      ['sms:planned'],
      ['sms:planned'],
    ])
    const [first, second, third] = (
      await app.query<{ id: number }>(`select id from deliveries where text_id = ${textId} order by id`)
    ).map(({ id }) => id)
    const wait = (id: number | undefined, until: string, error: string, heldSeconds: number) =>
      app.query(`update deliveries set is_waiting = true, send_after = '${until}', held_seconds = ${heldSeconds},
        error = ${error} where id = ${id}`)
    await wait(first, '2026-11-18T13:00:00Z', 'null', 3_600)
    await wait(second, '2026-11-18T16:00:00Z', "'quiet-hours'", 3_600)
    await wait(third, '2026-11-18T10:00:00Z', "'twilio-20429'", 3_600)
    const { body } = await reportOf(textId)
    expect(countsOf(body)).toEqual({ held: 2, waiting: 2 })
    expect(body.heldUntil).toEqual({
      firstDateTime: '2026-11-18T13:00:00.000Z',
      lastDateTime: '2026-11-18T16:00:00.000Z',
    })
    expect(body.fates[0].reasons.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'again',
      'due',
    ])
    const { body: rows } = await rowsOf(textId, 'held')
    expect(rows.data[0].messages[0]).toMatchObject({
      dateTime: '2026-11-18T13:00:00.000Z',
      reason: 'It is quiet hours where the consumer lives.',
    })
  })

  test('of a text of another tenant, a deleted one or none is not found', async () => {
    const other = await app.make.tenant()
    const foreign = await app.signIn((await app.make.operator(other)).username, other)
    const textId = await textWith('sent', [['sms:unknown']])
    for (const path of ['report', 'deliveries?state=unknown']) {
      const theirs = await foreign.get(`/v1/customers/${other.url}/short-text/${textId}/${path}`)
      expect([theirs.status, theirs.body.code]).toEqual([404, 'not_found'])
    }
    expect((await reportOf(textId, other)).status).toBe(404)
    await app.query(`update short_texts set deleted_at = now() where id = ${textId}`)
    for (const id of [textId, 2_000_000_000]) {
      expect((await reportOf(id)).status).toBe(404)
      expect((await rowsOf(id, 'unknown')).status).toBe(404)
    }
  })

  test('is for operators alone, and its rows are asked for by name', async () => {
    const textId = await textWith('sent', [])
    expect((await rowsOf(textId, 'lost')).status).toBe(400)
    const consumer = await app.signIn((await app.make.consumer(tenant)).username, tenant)
    for (const path of ['report', 'deliveries?state=unknown']) {
      expect((await consumer.get(`/v1/customers/${tenant.url}/short-text/${textId}/${path}`)).status).toBe(
        403,
      )
    }
  })
})

describe("a figure's rows", () => {
  test('are listed by page: who, by what, where, when and why', async () => {
    const textId = await textWith(
      'sent',
      [['sms:unknown', 'email:unknown'], ['sms:sent', 'email:unknown'], ['email:delivered']],
      { error: 'SMTP: Timeout' },
    )
    const first = await rowsOf(textId, 'unknown', { page: '1', itemPerPage: '2' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ totalItems: 3, totalPages: 2, currentPage: 1 })
    const [sms, email] = first.body.data
    expect(sms).toEqual({
      id: expect.any(Number),
      username: expect.stringMatching(/^u/),
      fullName: 'Testa Person',
      messages: [
        {
          medium: 'sms',
          recipient: expect.stringMatching(/^\+1\*{6}\d{4}$/),
          fate: 'unknown',
          dateTime: '2026-11-17T17:00:03.000Z',
          reason: 'The SMS provider did not confirm that it accepted it.',
          tokensTaken: 1,
          tokensReturned: 0,
        },
      ],
    })
    expect(email).toMatchObject({
      username: sms.username,
      messages: [
        {
          medium: 'email',
          recipient: expect.stringMatching(/^u\*+\w@mail\.example$/),
          reason: 'The mail host did not confirm that it accepted it.',
        },
      ],
    })
    const second = await rowsOf(textId, 'unknown', { page: '2', itemPerPage: '2' })
    expect(second.body.data).toHaveLength(1)
    expect(second.body.data[0].username).not.toBe(sms.username)
  })

  test('of recipients are people, each with all of their messages', async () => {
    const textId = await textWith('sent', [['sms:delivered', 'email:undeliverable'], ['email:sent']])
    const { body } = await rowsOf(textId, 'recipients')
    expect(body.totalItems).toBe(2)
    expect(
      body.data.map(({ messages }: TextDelivery) => messages.map(({ medium, fate }) => `${medium}:${fate}`)),
    ).toEqual([['sms:delivered', 'email:failed'], ['email:sent']])
  })

  const states = ['planned', 'sending', 'sent', 'delivered', 'undeliverable', 'skipped', 'unknown']
  const errors = [
    null,
    'quiet-hours',
    'opted-out',
    'invalid-recipient',
    'twilio-30003',
    'twilio-99999',
    'smtp-550',
    'insufficient-tokens',
    'unsubscribed',
    'The worker ended while sending.',
    "connect ECONNREFUSED 'it'",
  ]
  const message = fc.record({
    medium: fc.constantFrom('sms', 'email'),
    state: fc.constantFrom(...states),
    error: fc.constantFrom(...errors),
    tokens: fc.integer({ min: 0, max: 3 }),
    isWaiting: fc.boolean(),
    heldSeconds: fc.constantFrom(0, 3_600),
  })

  test('are as many as the figure says, whatever became of the messages, and their tokens too', async () => {
    const consumers = await Promise.all(Array.from({ length: 6 }, () => app.make.consumer(tenant)))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(message, { maxLength: 2 }), { maxLength: 6 }), async (people) => {
        const textId = await sun.text(tenant)
        for (const [index, messages] of people.entries()) {
          const byMedium = new Map(messages.map((one) => [one.medium, one]))
          for (const { medium, state, error, tokens, isWaiting, heldSeconds } of byMedium.values()) {
            await app.query(
              `insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after,
                 is_waiting, held_seconds, error)
               values (${tenant.id}, ${textId}, ${consumers[index]?.id}, '${medium}', '', ${tokens}, '${state}', now(),
                 ${isWaiting}, ${heldSeconds}, ${error === null ? 'null' : `'${error.replaceAll("'", "''")}'`})`,
            )
          }
        }
        const report: TextReport = (await reportOf(textId)).body
        await expectRows(textId, report)
      }),
      { numRuns: 25 },
    )
  })

  /** Every figure of a report against the rows that it opens. */
  async function expectRows(textId: number, report: TextReport): Promise<void> {
    const open = async (state: string, reason?: string): Promise<Paged<TextDelivery>> =>
      (await rowsOf(textId, state, reason ? { reason } : {})).body
    expect((await open('recipients')).totalItems).toBe(report.recipients)
    const all = await open('messages')
    expect(all.totalItems).toBe(report.messages)
    const tokens = async (state: string, of: 'tokensTaken' | 'tokensReturned') =>
      (await open(state)).data.reduce((sum, { messages: [one] }) => sum + (one?.[of] ?? 0), 0)
    expect(await tokens('charged', 'tokensTaken')).toBe(report.tokensTaken)
    expect(await tokens('returned', 'tokensReturned')).toBe(report.tokensReturned)
    expect(report.fates.reduce((sum, { count }) => sum + count, 0)).toBe(report.messages)
    for (const { fate, count, reasons } of report.fates) {
      const rows = await open(fate)
      expect([fate, rows.totalItems]).toEqual([fate, count])
      expect(rows.data.every(({ messages: [one] }) => one?.fate === fate)).toBe(true)
      expect(reasons.reduce((sum, reason) => sum + reason.count, 0)).toBe(count)
      for (const { reason, words, count: some } of reasons) {
        const those = await open(fate, reason)
        expect([reason, those.totalItems]).toEqual([reason, some])
        expect(those.data.every(({ messages: [one] }) => one?.reason === words)).toBe(true)
      }
    }
  }
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
  ['unknown', 'email', 'The worker ended while sending.', 'The server stopped while sending it.'],
  ['unknown', 'sms', 'The provider knows of no such message.', 'The SMS provider has no record of it.'],
  ['unknown', 'email', 'SMTP: Connection closed', 'The mail host did not confirm that it accepted it.'],
  ['unknown', 'sms', null, 'The SMS provider did not confirm that it accepted it.'],
  ['undeliverable', 'email', 'invalid-recipient', 'The mail host does not accept mail for this address.'],
  ['undeliverable', 'sms', 'invalid-recipient', 'This number cannot receive SMS.'],
  ['undeliverable', 'sms', 'twilio-30008', 'The carrier could not deliver it and gave no reason.'],
  [
    'undeliverable',
    'sms',
    'connect ECONNREFUSED',
    'The SMS provider could not take it, however often we tried.',
  ],
  ['undeliverable', 'email', 'smtp-554', 'The mail host refused it.'],
  ['skipped', 'sms', 'insufficient-tokens', 'The consumer did not have enough tokens.'],
  ['skipped', 'email', 'cancelled', 'It was withdrawn before it was sent.'],
  ['sent', 'email', null, 'The mail host accepted it. It counts as sent unless it bounces.'],
])('%s by %s with the note %j is explained', async (state, medium, error, words) => {
  const textId = await textWith('sent', [[`${medium}:${state}`]], error ? { error } : {})
  const { body } = await rowsOf(textId, 'messages')
  expect(body.data[0].messages[0].reason).toBe(words)
})

test.each([
  ['+16175550142', '+1******0142'],
  ['+1234', '+1234'],
  ['', ''],
])('the number %s is shown as %s', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})
