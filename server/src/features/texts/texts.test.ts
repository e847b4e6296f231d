import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { setPresent } from '../../../test/present.ts'

const zone = 'America/Los_Angeles'
let app: TestApp
let tenant: MadeTenant
let operator: TestClient
let url: string

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant({ timeZone: zone })
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  url = `/v1/customers/${tenant.url}/short-text`
})
afterAll(() => app.close())

/** A wall time of the tenant's zone, so many minutes from now. */
const local = (minutes: number) => DateTime.now().setZone(zone).plus({ minutes }).toFormat('yyyy-MM-dd HH:mm')

const entry = (values: Record<string, unknown> = {}) => ({
  messageName: 'A plain no',
  textContent: 'A plain no, said early and kindly, is a present.',
  disburseDateTime: local(60),
  ...values,
})

const add = (shortTextList: unknown, consumerCategoryId: number = tenant.categoryId) =>
  operator.post(url, { shortTextList, consumerCategoryId })

const countTexts = async () =>
  (
    await app.query<{ count: number }>(
      `select count(*)::int as count from short_texts where tenant_id = ${tenant.id}`,
    )
  )[0]?.count

describe('adding texts', () => {
  test('schedules all of them in the zone of the tenant, and leaves an audit row', async () => {
    const at = local(90)
    const answer = await add([entry({ disburseDateTime: at }), entry({ textContent: 'x'.repeat(160) })])
    expect(answer.status).toBe(201)
    expect(answer.body.message).toBe('Short text added successfully.')
    expect(answer.body.data).toHaveLength(2)
    expect(answer.body.data[0]).toMatchObject({
      messageName: 'A plain no',
      status: 'scheduled',
      disburseDateTime: DateTime.fromFormat(at, 'yyyy-MM-dd HH:mm', { zone }).toUTC().toISO(),
    })
    const audit = await app.query<{ action: string; subject: string }>(
      `select action, subject from audit_entries where tenant_id = ${tenant.id}`,
    )
    expect(audit).toEqual([{ action: 'add-short-texts', subject: `category:${tenant.categoryId}` }])
  })

  test('is all or nothing, with one line for each bad entry', async () => {
    const before = await countTexts()
    const answer = await add([
      entry(),
      entry({ messageName: 'Too early', disburseDateTime: local(3) }),
      entry({ messageName: 'No such day', disburseDateTime: '2027-02-30 10:00' }),
      entry({ messageName: 'Long ago', disburseDateTime: '2020-01-01T00:00:00Z' }),
    ])
    expect([answer.status, answer.body.code]).toEqual([400, 'disburse_too_soon'])
    expect(answer.body.message).toMatch(/^Future disburese time must be after \d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(answer.body.errorMessageList).toHaveLength(3)
    expect(answer.body.errorMessageList[0]).toMatch(
      /^Entry 2 \(Too early\): Future disburese time must be after /,
    )
    expect(answer.body.errorMessageList[1]).toBe('Entry 3 (No such day): Please enter a valid date and time.')
    expect(await countTexts()).toBe(before)
  })

  test('a single entry that is too soon says when, in the zone of the tenant', async () => {
    const answer = await add([entry({ disburseDateTime: local(-1) })])
    const shown = String(answer.body.message).replace('Future disburese time must be after ', '')
    expect(answer.body.errorMessageList).toEqual([answer.body.message])
    const minutes = DateTime.fromFormat(shown, 'yyyy-MM-dd HH:mm', { zone }).diffNow('minutes').minutes
    expect(minutes).toBeGreaterThan(3)
    expect(minutes).toBeLessThanOrEqual(5)
  })

  test("counts the delay from the database's clock, which all servers share", async () => {
    await setPresent(app.databaseUrl, new Date('2031-01-07T20:00:00Z'))
    try {
      const answer = await add([entry({ disburseDateTime: '2031-01-07 12:05' })])
      expect(answer.body.message).toBe('Future disburese time must be after 2031-01-07 12:05')
      expect((await add([entry({ disburseDateTime: '2031-01-07 12:06' })])).status).toBe(201)
    } finally {
      await setPresent(app.databaseUrl, null)
    }
  })

  test.each([
    ['a name of one letter', { messageName: 'x' }],
    ['a name of 101 letters', { messageName: 'x'.repeat(101) }],
    ['a name with a line break', { messageName: 'two\nlines' }],
    ['a text of 161 letters', { textContent: 'x'.repeat(161) }],
    ['a text of white space', { textContent: '     ' }],
    ['a text with a null character', { textContent: 'nul\u0000 nul' }],
    ['no time', { disburseDateTime: undefined }],
    ['a day alone', { disburseDateTime: '2030-01-01' }],
  ])('%s is refused', async (_, values) => {
    const answer = await add([entry(values)])
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(answer.body.errorMessageList).toHaveLength(1)
  })

  test("to another tenant's category, or none, is as to one that does not exist", async () => {
    const foreign = (await app.make.tenant()).categoryId
    expect((await add([entry()], foreign)).status).toBe(404)
    expect((await operator.get(url, { query: { consumerCategoryId: String(foreign) } })).status).toBe(404)
    expect((await add([], tenant.categoryId)).status).toBe(400)
  })

  test('is not for consumers', async () => {
    const consumer = await app.signIn((await app.make.consumer(tenant)).username, tenant)
    expect((await consumer.post(url, { shortTextList: [entry()] })).status).toBe(403)
    expect((await consumer.get(`${url}/settings`)).status).toBe(403)
  })
})

test('the settings name the delay and the zone', async () => {
  expect((await operator.get(`${url}/settings`)).body).toMatchObject({
    scheduleDelayMinutes: 5,
    timeZone: zone,
  })
})

test('the settings name the usual time of day: of the category first, then of the tenant, seven before the first', async () => {
  const other = await app.make.tenant({ timeZone: 'America/Phoenix' })
  const theirs = await app.signIn((await app.make.operator(other)).username, other)
  const [first, second] = [other.categoryId, await app.make.category(other.id)]
  const usualTime = async (categoryId?: number) => {
    const search = categoryId ? `?consumerCategoryId=${categoryId}` : ''
    return (await theirs.get(`/v1/customers/${other.url}/short-text/settings${search}`)).body.usualTime
  }
  expect([await usualTime(), await usualTime(first)]).toEqual(['07:00', '07:00'])
  const insert = (categoryId: number, at: string, count = 1, state = 'scheduled') =>
    app.query(
      `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state)
       select ${other.id}, ${categoryId}, 'One', 'A plain no.', '${at}', '${state}' from generate_series(1, ${count})`,
    )
  await insert(first, '2031-05-02T22:30:00Z', 3)
  await insert(first, '2031-05-01T10:00:00Z')
  await insert(first, '2031-05-03T20:00:00Z', 9, 'cancelled')
  expect([await usualTime(), await usualTime(first), await usualTime(second)]).toEqual([
    '15:30',
    '15:30',
    '15:30',
  ])
  await insert(second, '2031-05-01T13:15:00Z', 31)
  expect([await usualTime(), await usualTime(first), await usualTime(second)]).toEqual([
    '06:15',
    '15:30',
    '06:15',
  ])
})

test('one text is read by its id, by operators of its tenant alone', async () => {
  const [{ id } = { id: 0 }] = await app.query<{ id: number }>(
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
     values (${tenant.id}, ${tenant.categoryId}, 'One', 'A plain no.', '2031-05-02T22:30:00Z') returning id`,
  )
  expect((await operator.get(`${url}/${id}`)).body).toEqual({
    id,
    messageName: 'One',
    textContent: 'A plain no.',
    disburseDateTime: '2031-05-02T22:30:00.000Z',
    status: 'scheduled',
    deliveries: null,
  })
  const other = await app.make.tenant()
  const stranger = await app.signIn((await app.make.operator(other)).username, other)
  expect((await stranger.get(`/v1/customers/${other.url}/short-text/${id}`)).status).toBe(404)
  await app.query(`update short_texts set deleted_at = now() where id = ${id}`)
  expect((await operator.get(`${url}/${id}`)).status).toBe(404)
})

describe('the list', () => {
  test('tells unsent texts, by their time, from sent ones, newest first; cancelled and deleted ones are gone', async () => {
    const categoryId = await app.make.category(tenant.id)
    const insert = async (state: string, minutes: number, deletedAt = 'null') => {
      const [row] = await app.query<{ id: number }>(
        `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state, deleted_at)
         values (${tenant.id}, ${categoryId}, 'Name', 'Text', now() + interval '${minutes} minutes', '${state}', ${deletedAt}) returning id`,
      )
      return row?.id
    }
    const later = await insert('scheduled', 60)
    const sooner = await insert('scheduled', 30)
    const sending = await insert('sending', 0)
    const old = await insert('sent', -600)
    const missed = await insert('missed', -500)
    await insert('cancelled', 90)
    await insert('scheduled', 90, 'now()')
    const list = async (query: Record<string, string>) => {
      const { body } = await operator.get(url, {
        query: { consumerCategoryId: String(categoryId), ...query },
      })
      return [body.totalItems, body.data.map(({ id }: { id: number }) => id)]
    }
    expect(await list({ isUnsent: 'true' })).toEqual([3, [sending, sooner, later]])
    expect(await list({ isSent: 'true' })).toEqual([2, [missed, old]])
    expect(await list({})).toEqual([5, [later, sooner, sending, missed, old]])
    expect(await list({ isUnsent: 'true', page: '2', itemPerPage: '2' })).toEqual([3, [later]])
    expect(await list({ isSent: 'true', sendList: 'false' })).toEqual([2, []])
  })
})
