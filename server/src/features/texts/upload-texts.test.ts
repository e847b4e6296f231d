import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { type MadeTenant, unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: { id: number; username: string }
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.admin()
  client = await app.signIn(admin.username, null)
})
afterAll(() => app.close())

const base = '/v1/admin/bulk-short-text'

interface Sent {
  name?: string
  content: string | Buffer
  key?: string
  at?: 'preview' | ''
}

function send(tenant: { id: number }, { name = 'texts.txt', content, key, at = '' }: Sent) {
  const boundary = '----bulk'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="textFile"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...(key ? { 'idempotency-key': key } : {}),
  }
  return client.post(`${base}/${tenant.id}${at && `/${at}`}`, payload, { headers })
}

const preview = (tenant: { id: number }, content: string) => send(tenant, { content, at: 'preview' })

/** A tenant with the categories Aries and Taurus, on the wall of New York. */
async function makeTenant(timeZone = 'America/New_York'): Promise<MadeTenant & { aries: number }> {
  const tenant = await app.make.tenant({ timeZone })
  const aries = await app.make.category(tenant.id, { name: 'Aries' })
  await app.make.category(tenant.id, { name: 'Taurus' })
  return { ...tenant, aries }
}

const textsOf = ({ id }: { id: number }) =>
  app.query<{ messageName: string; textContent: string; disburseAt: Date; name: string; state: string }>(
    `select message_name, text_content, disburse_at, c.name, state from short_texts t
     join categories c on c.id = t.category_id where t.tenant_id = ${id} order by t.id`,
  )
const auditOf = ({ id }: { id: number }) =>
  app.query<{ action: string; subject: string; before: unknown; after: object }>(
    `select action, subject, before, after from audit_entries where tenant_id = ${id} order by id`,
  )

describe('a bulk file', () => {
  test('is scheduled in the zone of its tenant, by bars and by tabs, and leaves one audit row of counts', async () => {
    const tenant = await makeTenant()
    const answer = await send(tenant, {
      content: [
        '\uFEFF# Next year',
        'aries | Monday note | 2036-07-01 09:00 | Rest | a little.',
        '',
        'Taurus\tMonday note\t2036-07-01 09:00\tRest | a lot.',
        '   ',
        'Aries|In the gap|2036-03-09 02:30|Twice.',
      ].join('\r\n'),
    })
    expect([answer.status, answer.body.message]).toEqual([201, 'Short text uploaded successfully.'])
    expect(await textsOf(tenant)).toEqual([
      {
        messageName: 'Monday note',
        textContent: 'Rest | a little.',
        disburseAt: new Date('2036-07-01T13:00:00Z'),
        name: 'Aries',
        state: 'scheduled',
      },
      {
        messageName: 'Monday note',
        textContent: 'Rest | a lot.',
        disburseAt: new Date('2036-07-01T13:00:00Z'),
        name: 'Taurus',
        state: 'scheduled',
      },
      {
        messageName: 'In the gap',
        textContent: 'Twice.',
        // A time that there is not moves to the next one that there is (decision S9).
        disburseAt: new Date('2036-03-09T07:00:00Z'),
        name: 'Aries',
        state: 'scheduled',
      },
    ])
    expect(await auditOf(tenant)).toEqual([
      {
        action: 'upload-short-texts',
        subject: `tenant:${tenant.id}`,
        before: null,
        after: {
          texts: 3,
          firstAt: '2036-03-09T07:00:00.000Z',
          lastAt: '2036-07-01T13:00:00.000Z',
          categories: { Aries: 2, Taurus: 1 },
        },
      },
    ])
    expect(answer.body.scheduled.days).toEqual([
      { day: '2036-03-09', texts: 1 },
      { day: '2036-07-01', texts: 2 },
    ])
  })

  test('with one bad line stores nothing, and every bad line is named with its reasons', async () => {
    const tenant = await makeTenant()
    const content = [
      'Aries | Good | 2036-07-01 09:00 | A fine day.',
      'Areis | A | 2036-02-30 09:00 | B',
      'Aries | Monday note | 2020-01-01 09:00 | Long ago.',
      'Aries | Monday note | 2036-07-01T09:00:00Z | By the ISO.',
      'just words',
      `Aries | Monday note | 2036-07-02 09:00 | ${'x'.repeat(161)}`,
      'ARIES\tAgain\t2036-07-01 09:00\tA fine day.',
      'Aries | Tick | 2036-07-02 09:00 | A bell\u0007 rings.',
    ].join('\n')
    const answer = await send(tenant, { content })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      400,
      'bulk_lines_refused',
      'Some lines of the file are not right. Nothing was uploaded.',
    ])
    const [, tooSoon, ...others] = answer.body.errorMessageList
    expect(tooSoon).toMatch(/^Line 3: Future disburese time must be after \d{4}-\d\d-\d\d \d\d:\d\d\.$/)
    expect([answer.body.errorMessageList[0], ...others]).toEqual([
      'Line 2: There is no category "Areis". Message name must be 2 to 100 characters. Please enter a valid date and time. Text must be 2 to 160 characters.',
      'Line 4: Please enter a valid date and time.',
      'Line 5: It must be: Category | Message name | YYYY-MM-DD HH:mm | Text.',
      'Line 6: Text must be 2 to 160 characters.',
      'Line 7: It is the same text as in line 1.',
      'Line 8: Text cannot contain control characters.',
    ])
    expect([await textsOf(tenant), await auditOf(tenant)]).toEqual([[], []])
    const { body } = await preview(tenant, content)
    expect(body.badLines.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(body.texts).toBe(1)
  })

  test('that was uploaded is refused the next time, but for what was taken back meanwhile', async () => {
    const tenant = await makeTenant()
    const content = 'Aries | One | 2036-07-01 09:00 | First.\nAries | Two | 2036-07-01 09:00 | Second.\n'
    expect((await send(tenant, { content })).status).toBe(201)
    const again = await send(tenant, { content: `${content}Aries | Three | 2036-07-01 09:00 | Third.` })
    expect(again.body.errorMessageList).toEqual([
      'Line 1: This text is there for this time already.',
      'Line 2: This text is there for this time already.',
    ])
    await app.query(
      `update short_texts set state = 'cancelled' where tenant_id = ${tenant.id} and message_name = 'One'`,
    )
    await app.query(
      `update short_texts set deleted_at = now() where tenant_id = ${tenant.id} and message_name = 'Two'`,
    )
    expect((await send(tenant, { content })).status).toBe(201)
  })

  test('of two with the same texts at once one is stored', async () => {
    const tenant = await makeTenant()
    const content = 'Aries | One | 2036-07-01 09:00 | First.\nTaurus | Two | 2036-07-01 09:00 | Second.\n'
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(tenant, { content })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
    expect(await textsOf(tenant)).toHaveLength(2)
    expect(await auditOf(tenant)).toHaveLength(1)
  })

  test('under one key is stored once and answered alike, and another file under it is refused', async () => {
    const tenant = await makeTenant()
    const key = unique('key')
    const content = 'Aries | One | 2036-07-01 09:00 | First.'
    const [first, beside] = await Promise.all([
      send(tenant, { content, key }),
      send(tenant, { content, key }),
    ])
    const later = await send(tenant, { content, key })
    expect([first.status, beside.status, later.status]).toEqual([201, 201, 201])
    expect([beside.body, later.body]).toEqual([first.body, first.body])
    const other = await send(tenant, { content: 'Aries | One | 2036-07-02 09:00 | First.', key })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
    expect(await textsOf(tenant)).toHaveLength(1)
    expect(await auditOf(tenant)).toHaveLength(1)
  })

  test('is its tenant’s alone: categories of others are unknown, and so are tenants that there are not', async () => {
    const tenant = await app.make.tenant()
    await makeTenant()
    const { body } = await preview(tenant, 'Aries | One | 2036-07-01 09:00 | First.')
    expect(body.badLines).toEqual([{ line: 1, reason: 'There is no category "Aries".' }])
    for (const at of ['', 'preview'] as const) {
      const nobody = await send({ id: 2_000_000_000 }, { content: 'x', at })
      expect([nobody.status, nobody.body.code]).toEqual([404, 'not_found'])
    }
    expect((await client.get(`${base}/2000000000/template`)).status).toBe(404)
  })

  test.each<[string, Sent]>([
    ['of another kind', { name: 'texts.csv', content: 'Aries | One | 2036-07-01 09:00 | First.' }],
    ['that is no UTF-8', { content: Buffer.from([0x41, 0xff, 0xfe, 0x41]) }],
    ['with a zero byte', { content: 'Aries\0 | One | 2036-07-01 09:00 | First.' }],
  ])('%s is no text file', async (_name, sent) => {
    const tenant = await makeTenant()
    const answer = await send(tenant, sent)
    expect([answer.status, answer.body.message]).toEqual([400, 'Invalid file is selected.'])
  })

  test('may have 5,120,000 bytes and no more', async () => {
    const tenant = await makeTenant()
    const record = 'Aries | One | 2036-07-01 09:00 | First.\n'
    const full = `${record}#${'x'.repeat(5_120_000 - record.length - 1)}`
    expect((await preview(tenant, full)).body).toMatchObject({ texts: 1, badLines: [] })
    const over = await preview(tenant, `${full}x`)
    expect([over.status, over.body.message]).toEqual([413, '* Maximum 5MB text file is allowed.'])
  })

  test('may have 10,000 texts and no more; one without any says so', async () => {
    const tenant = await makeTenant()
    const lines = Array.from(
      { length: 10_001 },
      (_, index) => `Aries | One | 2036-07-01 09:00 | Text ${index}.`,
    )
    const over = await send(tenant, { content: lines.join('\n') })
    expect(over.body.errorMessageList).toEqual([
      'Line 10001: A file holds 10,000 texts at the most. This line and those after it were not read.',
    ])
    expect(await textsOf(tenant)).toEqual([])
    const full = await send(tenant, { content: lines.slice(1).join('\n') })
    expect([full.status, full.body.scheduled.texts]).toEqual([201, 10_000])
    const empty = await send(tenant, { content: '# nothing\n\n' })
    expect(empty.body.errorMessageList).toEqual(['Line 1: The file holds no texts.'])
  })
})

test('what would be scheduled is counted by category and day, and nothing is stored', async () => {
  const tenant = await makeTenant()
  const { status, body } = await preview(
    tenant,
    [
      'Taurus | Late | 2036-07-01 23:30 | One.',
      'Aries | Early | 2036-07-02 00:10 | Two.',
      'Aries | Early too | 2036-07-02 00:20 | Three.',
    ].join('\n'),
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    texts: 3,
    timeZone: 'America/New_York',
    firstAt: '2036-07-02T03:30:00.000Z',
    lastAt: '2036-07-02T04:20:00.000Z',
    days: [
      { day: '2036-07-01', texts: 1 },
      { day: '2036-07-02', texts: 2 },
    ],
    badLines: [],
  })
  expect(body.categories.map(({ name, texts }: { name: string; texts: number }) => [name, texts])).toEqual([
    ['Aries', 2],
    ['Taurus', 1],
  ])
  expect([await textsOf(tenant), await auditOf(tenant)]).toEqual([[], []])
})

test('the template names the tenant’s own categories, and is uploaded as it is', async () => {
  const tenant = await makeTenant('America/Boise')
  await app.make.category(tenant.id, { name: 'Cancer | Leo' })
  const { status, headers, raw } = await client.get(`${base}/${tenant.id}/template`)
  const text = raw.toString('utf8')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['content-disposition']).toBe(`attachment; filename="${tenant.url}-short-texts.txt"`)
  expect(text).toContain('Times are those of America/Boise')
  const { body } = await preview(tenant, text)
  expect(body.badLines).toEqual([])
  expect(body.categories.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Aries', 'Cancer | Leo', 'Taurus']),
  )
  expect(body.texts).toBe(4)
  const uploaded = await send(tenant, { content: text })
  expect([uploaded.status, (await textsOf(tenant)).length]).toEqual([201, 4])
})
