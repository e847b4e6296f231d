import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { setPresent } from '../../../test/present.ts'
import type { TextState } from './tables.ts'

const zone = 'America/New_York'
const noon = new Date('2026-11-17T17:00:00Z')
/** Noon of the tenant's next day, and an hour later. */
const tomorrow = '2026-11-18 12:00'
const tomorrowInstant = '2026-11-18T17:00:00.000Z'

let app: TestApp
let tenant: MadeTenant
let operator: TestClient
let url: string

beforeAll(async () => {
  app = await startTestApp()
  await setPresent(app.databaseUrl, noon)
  tenant = await app.make.tenant({ timeZone: zone })
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  url = `/v1/customers/${tenant.url}/short-text`
})
afterEach(() => setPresent(app.databaseUrl, noon))
afterAll(() => app.close())

interface Row {
  id: number
  messageName: string
  textContent: string
  disburseAt: Date
  state: TextState
  deletedAt: Date | null
}

const seconds = (count: number) => new Date(noon.getTime() + count * 1_000)

/** A text of the tenant, due so many seconds after noon. */
async function made(values: { dueIn?: number; state?: TextState; of?: MadeTenant } = {}): Promise<number> {
  const { dueIn = 3_600, state = 'scheduled', of = tenant } = values
  const [row] = await app.query<{ id: number }>(
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state)
     values (${of.id}, ${of.categoryId}, 'A slow start', 'Let breakfast take an hour.',
       '${seconds(dueIn).toISOString()}', '${state}') returning id`,
  )
  return row?.id ?? 0
}

async function stored(id: number): Promise<Row | undefined> {
  const [row] = await app.query<Row>(`select * from short_texts where id = ${id}`)
  return row
}

async function audits(id: number): Promise<{ action: string; before: unknown; after: unknown }[]> {
  return app.query(`select action, before, after from audit_entries where subject = 'short-text:${id}'`)
}

const edit = (values: object = {}) => ({
  messageName: 'A slower start',
  textContent: 'Let breakfast take two hours.',
  disburseDateTime: tomorrow,
  ...values,
})
const update = (id: number, values: object = {}) => operator.put(`${url}/${id}`, edit(values))
const remove = (id: number) => operator.delete(`${url}/${id}`)
const copy = (shortTextId: number, values: object = {}, idempotencyKey?: string) =>
  operator.post(
    `${url}/copy`,
    { shortTextId, messageName: 'Once more', disburseDateTime: tomorrow, ...values },
    idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {},
  )

const unchanged = { messageName: 'A slow start', textContent: 'Let breakfast take an hour.', deletedAt: null }

describe('an edit', () => {
  test('changes name, text and time, and leaves one audit row with both', async () => {
    const id = await made()
    const { status, body } = await update(id)
    expect([status, body.message]).toEqual([200, 'Short text updated successfully.'])
    expect(body.data).toEqual({ id, ...edit({ disburseDateTime: tomorrowInstant }), status: 'scheduled' })
    expect(await stored(id)).toMatchObject({
      messageName: 'A slower start',
      textContent: 'Let breakfast take two hours.',
      disburseAt: new Date(tomorrowInstant),
      state: 'scheduled',
    })
    expect(await audits(id)).toEqual([
      {
        action: 'update-short-text',
        before: expect.objectContaining({
          messageName: 'A slow start',
          disburseDateTime: seconds(3_600).toISOString(),
        }),
        after: expect.objectContaining({ messageName: 'A slower start', disburseDateTime: tomorrowInstant }),
      },
    ])
  })

  test('that is repeated, as when its answer was lost, is answered again and written once', async () => {
    const id = await made()
    const expected = {
      messageName: 'A slow start',
      textContent: 'Let breakfast take an hour.',
      disburseDateTime: seconds(3_600).toISOString(),
    }
    const first = await update(id, { expected })
    const again = await update(id, { expected })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await audits(id)).toHaveLength(1)
  })

  test('made of what somebody else has changed since writes nothing, and says what it is now', async () => {
    const id = await made()
    const expected = {
      messageName: 'A slow start',
      textContent: 'Let breakfast take an hour.',
      disburseDateTime: seconds(3_600).toISOString(),
    }
    await update(id, { messageName: 'Theirs' })
    const { status, body } = await update(id, { messageName: 'Ours', expected })
    expect([status, body.code]).toEqual([409, 'text_changed'])
    expect(body).toMatchObject({
      message: 'This short text was changed in the meantime. Nothing was saved.',
      ...edit({ messageName: 'Theirs', disburseDateTime: tomorrowInstant }),
    })
    expect((await stored(id))?.messageName).toBe('Theirs')
    expect(await audits(id)).toHaveLength(1)
    const seen = { ...edit(), messageName: 'Theirs', disburseDateTime: tomorrowInstant }
    expect((await update(id, { messageName: 'Ours', expected: seen })).status).toBe(200)
  })

  test.each([
    [{ messageName: 'x' }, 'invalid_input', 'Message name must be 2 to 100 characters.'],
    [{ textContent: 'x'.repeat(161) }, 'invalid_input', 'Text must be 2 to 160 characters.'],
    [{ disburseDateTime: '2027-02-30 10:00' }, 'invalid_input', 'Please enter a valid date and time.'],
    [
      { disburseDateTime: '2026-11-17 12:05' },
      'disburse_too_soon',
      'Future disburese time must be after 2026-11-17 12:05',
    ],
  ])('to %j is refused', async (values, code, sentence) => {
    const id = await made()
    const { status, body } = await update(id, values)
    expect([status, body.code, body.errorMessageList]).toEqual([400, code, [sentence]])
    expect(await stored(id)).toMatchObject(unchanged)
    expect(await audits(id)).toEqual([])
  })
})

describe('deleting a text', () => {
  test('takes it off the list, keeps its row, and leaves one audit row', async () => {
    const id = await made()
    const { status, body } = await remove(id)
    expect([status, body]).toEqual([200, { message: 'Short text deleted successfully.' }])
    expect(await stored(id)).toMatchObject({ state: 'cancelled', deletedAt: noon })
    const list = await operator.get(url, { query: { consumerCategoryId: String(tenant.categoryId) } })
    expect(list.body.data.map((text: { id: number }) => text.id)).not.toContain(id)
    expect((await audits(id)).map(({ action }) => action)).toEqual(['delete-short-text'])
    for (const answer of [await remove(id), await update(id), await copy(id)]) expect(answer.status).toBe(404)
  })
})

describe('a copy', () => {
  test.each<TextState>(['scheduled', 'sending', 'sent', 'missed'])(
    'of one that is %s says the same under another name, at another time',
    async (state) => {
      const id = await made({ state, dueIn: -60 })
      const { status, body } = await copy(id)
      expect([status, body.message]).toEqual([201, 'Short text copied successfully.'])
      expect(body.data).toMatchObject({
        messageName: 'Once more',
        textContent: 'Let breakfast take an hour.',
        disburseDateTime: tomorrowInstant,
        status: 'scheduled',
      })
      expect(body.data.id).not.toBe(id)
      expect(await stored(id)).toMatchObject({ ...unchanged, state })
      expect((await audits(body.data.id)).map(({ action }) => action)).toEqual(['copy-short-text'])
    },
  )

  test('of one idempotency key is made once', async () => {
    const id = await made()
    const [first, again] = await Promise.all([copy(id, {}, 'copy-key-1'), copy(id, {}, 'copy-key-1')])
    expect([first?.status, again?.status]).toEqual([201, 201])
    expect(again?.body).toEqual(first?.body)
    const other = await copy(id, { messageName: 'Yet another' }, 'copy-key-1')
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
  })

  test('of the next minutes is too soon', async () => {
    const { status, body } = await copy(await made(), { disburseDateTime: '2026-11-17 12:05' })
    expect([status, body.code]).toEqual([400, 'disburse_too_soon'])
  })
})

describe('a text is locked', () => {
  test.each([
    ['61 seconds before its time', 61, 'scheduled', null],
    ['one minute before its time', 60, 'scheduled', 'text_locked'],
    ['while it waits for a worker', -10, 'scheduled', 'text_locked'],
    ['while it is being sent', -10, 'sending', 'text_sent'],
    ['once it was sent', -600, 'sent', 'text_sent'],
    ['once it was missed', -30_000, 'missed', 'text_sent'],
  ] as const)('%s: %d seconds, %s', async (_when, dueIn, state, code) => {
    const [edited, deleted] = [await made({ dueIn, state }), await made({ dueIn, state })]
    const answers = [await update(edited), await remove(deleted)]
    expect(answers.map(({ status }) => status)).toEqual(code ? [409, 409] : [200, 200])
    if (!code) return
    for (const { body } of answers) {
      expect(body.code).toBe(code)
      expect(body.message).toMatch(/, so it can no longer be changed\.$/)
    }
    expect(await stored(edited)).toMatchObject({ ...unchanged, state })
    expect(await stored(deleted)).toMatchObject({ ...unchanged, state })
    expect(await audits(edited)).toEqual([])
  })

  test('before anything is said of a time that is too soon', async () => {
    const { body } = await update(await made({ dueIn: 30 }), { disburseDateTime: '2026-11-17 12:01' })
    expect(body.code).toBe('text_locked')
  })
})

test("another tenant's text, none and one of a deleted category are not found", async () => {
  const other = await app.make.tenant()
  const orphan = await made()
  const categoryId = await app.make.category(tenant.id)
  await app.query(`update short_texts set category_id = ${categoryId} where id = ${orphan}`)
  await app.query(`update categories set deleted_at = now() where id = ${categoryId}`)
  for (const id of [await made({ of: other }), 2_000_000_000, orphan]) {
    const answers = [await update(id), await remove(id), await copy(id)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'not_found']),
    )
  }
})
