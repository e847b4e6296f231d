import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient, TestResponse } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { mp3 } from '../../../test/readings.ts'

let app: TestApp
let admin: TestClient
/** Another admin's transaction, which has changed the tenant and not committed yet. */
let other: pg.Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn((await app.make.admin()).username, null)
  other = new pg.Client({ connectionString: app.databaseUrl })
  await other.connect()
})
afterEach(() => other.query('rollback'))
afterAll(async () => {
  await other.end()
  await app.close()
})

interface Scene {
  tenant: MadeTenant
  operator: TestClient
  categoryId: number
  textId: number
  audioId: number
}

const localTime = '2036-07-01 07:00'

async function scene(): Promise<Scene> {
  const tenant = await app.make.tenant({ timeZone: 'America/New_York' })
  const categoryId = await app.make.category(tenant.id, { name: 'Aries' })
  const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  const { id: audioId } = (await addAudio({ tenant, operator, categoryId })).body as { id: number }
  const [text] = await app.query<{ id: number }>(
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
     values (${tenant.id}, ${categoryId}, 'First', 'Rest.', '2036-01-01') returning id`,
  )
  return { tenant, operator, categoryId, textId: text?.id ?? 0, audioId }
}

type Act = (at: Scene) => Promise<TestResponse>

const upload: Act = ({ tenant }) =>
  admin.upload(
    `/v1/admin/bulk-short-text/${tenant.id}`,
    {},
    {
      field: 'textFile',
      name: 'texts.txt',
      type: 'text/plain',
      content: Buffer.from(`Aries | Second | ${localTime} | Rest a little.`),
    },
  )

const short = ({ tenant }: Scene) => `/v1/customers/${tenant.url}/short-text`
const content = { messageName: 'Second', textContent: 'Rest a little.', disburseDateTime: localTime }

const addText: Act = (at) =>
  at.operator.post(short(at), { consumerCategoryId: at.categoryId, shortTextList: [content] })
const copyText: Act = (at) =>
  at.operator.post(`${short(at)}/copy`, {
    shortTextId: at.textId,
    messageName: 'Second',
    disburseDateTime: localTime,
  })
const editText: Act = (at) => at.operator.put(`${short(at)}/${at.textId}`, content)

const audioFields = { audioName: 'Second', startDateTime: localTime, endDateTime: '2036-08-01 07:00' }
const sentMp3 = { field: 'audio', name: 'reading.mp3', type: 'audio/mpeg', content: mp3 }

function addAudio({ tenant, operator, categoryId }: Pick<Scene, 'tenant' | 'operator' | 'categoryId'>) {
  const fields = { ...audioFields, consumerCategoryId: String(categoryId) }
  return operator.upload(`/v1/customers/${tenant.url}/audio`, fields, sentMp3)
}
const copyAudio: Act = (at) =>
  at.operator.post(`/v1/customers/${at.tenant.url}/audio/copy`, { audioId: at.audioId, ...audioFields })
const editAudio: Act = (at) =>
  at.operator.put(`/v1/customers/${at.tenant.url}/audio/${at.audioId}`, {
    ...audioFields,
    consumerCategoryId: String(at.categoryId),
  })

/** How many statements wait for what `other` has locked. */
async function countWaiting(): Promise<number | undefined> {
  const [row] = await app.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count
}

/** Starts an act while `change` is made but not committed; commits once the act waits for it, or has been answered. */
async function actDuring(at: Scene, act: Act, change: string): Promise<TestResponse> {
  await other.query(`begin; select from tenants where id = ${at.tenant.id} for no key update; ${change}`)
  let isAnswered = false
  const answer = act(at).finally(() => {
    isAnswered = true
  })
  await expect.poll(async () => isAnswered || (await countWaiting()) === 1).toBe(true)
  await other.query('commit')
  return answer
}

const texts = ({ categoryId }: Scene) =>
  app.query<{ messageName: string; disburseAt: Date }>(
    `select message_name, disburse_at from short_texts where category_id = ${categoryId} order by id`,
  )
const audios = ({ categoryId }: Scene) =>
  app.query<{ startsAt: Date }>(`select starts_at from audios where category_id = ${categoryId} order by id`)

describe('while a category is being deleted', () => {
  test.each<[string, Act, number]>([
    ['a bulk file', upload, 400],
    ['a new text', addText, 404],
    ['a copied text', copyText, 404],
  ])('%s is refused and schedules nothing in it', async (_, act, status) => {
    const at = await scene()
    const answer = await actDuring(
      at,
      act,
      `update categories set deleted_at = now() where id = ${at.categoryId}`,
    )
    expect(answer.status).toBe(status)
    expect(await texts(at)).toHaveLength(1)
  })

  test.each<[string, Act]>([
    ['a new reading', addAudio],
    ['a copied reading', copyAudio],
    ['an edited reading', editAudio],
  ])('%s is refused and changes nothing in it', async (_, act) => {
    const at = await scene()
    const before = await audios(at)
    const answer = await actDuring(
      at,
      act,
      `update categories set deleted_at = now() where id = ${at.categoryId}`,
    )
    expect(answer.status).toBe(404)
    expect(await audios(at)).toEqual(before)
  })
})

describe('while the zone of a tenant is being changed', () => {
  const inLosAngeles = new Date('2036-07-01T14:00:00Z')

  test.each<[string, Act]>([
    ['a bulk file', upload],
    ['a new text', addText],
    ['a copied text', copyText],
    ['an edited text', editText],
  ])('%s is scheduled in the new zone', async (_, act) => {
    const at = await scene()
    const answer = await actDuring(
      at,
      act,
      `update tenants set time_zone = 'America/Los_Angeles' where id = ${at.tenant.id}`,
    )
    expect(answer.status).toBeLessThan(300)
    expect((await texts(at)).at(-1)).toEqual({ messageName: 'Second', disburseAt: inLosAngeles })
  })

  test.each<[string, Act]>([
    ['a new reading', addAudio],
    ['a copied reading', copyAudio],
    ['an edited reading', editAudio],
  ])('%s is offered in the new zone', async (_, act) => {
    const at = await scene()
    const answer = await actDuring(
      at,
      act,
      `update tenants set time_zone = 'America/Los_Angeles' where id = ${at.tenant.id}`,
    )
    expect(answer.status).toBeLessThan(300)
    expect((await audios(at)).at(-1)?.startsAt).toEqual(inLosAngeles)
  })
})
