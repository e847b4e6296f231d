import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { setPresent } from '../../../test/present.ts'

let app: TestApp
let tenant: MadeTenant
let operator: TestClient

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
})
afterAll(() => app.close())

let lastName = 0
/** A body of texts that no other test has, due in an hour. */
function newBody({ count = 1, categoryId = tenant.categoryId } = {}) {
  lastName += 1
  const shortTextList = Array.from({ length: count }, (_, index) => ({
    messageName: `Text ${lastName}.${index}`,
    textContent: 'A plain no, said early and kindly, is a present.',
    disburseDateTime: DateTime.utc().plus({ hours: 1 }).toISO(),
  }))
  return { shortTextList, consumerCategoryId: categoryId }
}

type TextsBody = ReturnType<typeof newBody>

function save(body: TextsBody, key: string | null, who = operator, of = tenant) {
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
  return who.post(`/v1/customers/${of.url}/short-text`, body, { headers })
}

async function countOf({ shortTextList: [first] }: TextsBody): Promise<number | undefined> {
  const [row] = await app.query<{ count: number }>(
    `select count(*)::int as count from short_texts where message_name like '${first?.messageName.split('.')[0]}.%'`,
  )
  return row?.count
}

const refusal = { status: 409, body: { code: 'idempotency_mismatch' } }

describe('texts that are saved again with one Idempotency-Key', () => {
  test('are scheduled once, and answered as the first time', async () => {
    const body = newBody({ count: 3 })
    const first = await save(body, 'again-1')
    const second = await save(body, 'again-1')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(first.body.data).toHaveLength(3)
    expect(await countOf(body)).toBe(3)
    const [audits] = await app.query<{ count: number }>(
      `select count(*)::int as count from audit_entries where after::text like '%"${body.shortTextList[0]?.messageName}"%'`,
    )
    expect(audits?.count).toBe(1)
  })

  test('at the same moment are scheduled once', async () => {
    const body = newBody({ count: 2 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(body, 'together-1')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await countOf(body)).toBe(2)
  })

  test('are answered as the first time although their time is too close by now', async () => {
    const body = newBody()
    const first = await save(body, 'late-1')
    await setPresent(app.databaseUrl, DateTime.utc().plus({ minutes: 58 }).toJSDate())
    try {
      expect((await save(newBody(), 'late-2')).body.code).toBe('disburse_too_soon')
      expect((await save(body, 'late-1')).body).toEqual(first.body)
    } finally {
      await setPresent(app.databaseUrl, null)
    }
  })

  test.each<[string, (body: TextsBody) => Promise<TextsBody> | TextsBody]>([
    [
      'another text',
      ({ shortTextList, ...rest }) => ({
        ...rest,
        shortTextList: shortTextList.map((one) => ({ ...one, textContent: 'A plain yes.' })),
      }),
    ],
    [
      'another time',
      ({ shortTextList, ...rest }) => ({
        ...rest,
        shortTextList: shortTextList.map((one) => ({ ...one, disburseDateTime: '2031-01-07T20:00:00Z' })),
      }),
    ],
    [
      'one text more',
      ({ shortTextList, ...rest }) => ({ ...rest, shortTextList: [...shortTextList, ...shortTextList] }),
    ],
    [
      'another category',
      async (body) => ({ ...body, consumerCategoryId: await app.make.category(tenant.id) }),
    ],
  ])('and %s are refused, and nothing is scheduled', async (what, change) => {
    const body = newBody()
    const key = `other-${what.replaceAll(' ', '-')}`
    expect((await save(body, key)).status).toBe(201)
    const answer = await save(await change(body), key)
    expect(answer).toMatchObject(refusal)
    expect(answer.body.message).toMatch(/^These short texts were already saved/)
    expect(await countOf(body)).toBe(1)
  })
})

test('a key whose texts were refused may be used for what is put right', async () => {
  const body = newBody()
  const wrong = {
    ...body,
    shortTextList: body.shortTextList.map((one) => ({ ...one, disburseDateTime: '2020-01-01T00:00:00Z' })),
  }
  expect((await save(wrong, 'put-right')).status).toBe(400)
  expect((await save(body, 'put-right')).status).toBe(201)
  expect(await countOf(body)).toBe(1)
})

test('without a key, or with another one, the same texts are scheduled anew', async () => {
  const body = newBody()
  for (const key of [null, null, 'one', 'other']) expect((await save(body, key)).status).toBe(201)
  expect(await countOf(body)).toBe(4)
})

test("another operator's, and another tenant's, same key is a key of its own", async () => {
  const other = await app.make.tenant()
  const colleague = await app.signIn((await app.make.operator(tenant)).username, tenant)
  const stranger = await app.signIn((await app.make.operator(other)).username, other)
  const body = newBody()
  const ids = new Set<number>()
  for (const answer of [
    await save(body, 'everyone'),
    await save(body, 'everyone', colleague),
    await save({ ...body, consumerCategoryId: other.categoryId }, 'everyone', stranger, other),
  ]) {
    expect(answer.status).toBe(201)
    ids.add(answer.body.data[0].id)
  }
  expect(ids.size).toBe(3)
})
