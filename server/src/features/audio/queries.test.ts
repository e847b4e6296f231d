import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let tenant: MadeTenant

/** From when to when, in days from now. */
const readings: Record<string, [number, number]> = {
  over: [-30, -2],
  older: [-9, 19],
  newer: [-2, 26],
  scheduled: [3, 31],
}

async function add(name: string, [startsInDays, endsInDays]: [number, number], categoryId: number) {
  await app.query(
    `insert into audios (tenant_id, category_id, name, file_name, file_key, size_bytes, duration_seconds, starts_at, ends_at)
     values (${tenant.id}, ${categoryId}, '${name}', '${name}.mp3', 'none', 1, 278,
       now() + interval '${startsInDays} days', now() + interval '${endsInDays} days')`,
  )
}

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  for (const [name, days] of Object.entries(readings)) await add(name, days, tenant.categoryId)
  await add('of another sign', [-1, 1], await app.make.category(tenant.id))
})
afterAll(() => app.close())

const namesOf = (body: { data: { audioName: string }[] }) => body.data.map(({ audioName }) => audioName)

describe("the operator's list", () => {
  async function ask(query: string) {
    const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
    return operator.get(`/v1/customers/${tenant.url}/audio?consumerCategoryId=${tenant.categoryId}${query}`)
  }

  test.each([
    ['', ['newer', 'older']],
    ['&isActive=true', ['newer', 'older']],
    ['&isExpired=true', ['over']],
    ['&isUnexpired=true', ['scheduled', 'newer', 'older']],
  ])('with "%s" shows %j', async (query, names) => {
    expect(namesOf((await ask(query)).body)).toEqual(names)
  })

  test('has the fields of the specification, and knows no category of others', async () => {
    const { body } = await ask('&isExpired=true')
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      audioName: 'over',
      audioFileName: 'over.mp3',
      duration: '4:38',
      startDateTime: expect.stringMatching(/Z$/),
      releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      endDateTime: expect.stringMatching(/Z$/),
      consumerCategoryId: tenant.categoryId,
    })
    const other = await app.make.tenant()
    const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
    const strange = `/v1/customers/${tenant.url}/audio?consumerCategoryId=${other.categoryId}`
    expect((await operator.get(strange)).status).toBe(404)
  })
})

describe("the consumer's list", () => {
  async function ask(query: string) {
    const consumer = await app.make.consumer(tenant)
    const client = await app.signIn(consumer.username, tenant)
    return client.get(`/v1/customers/${tenant.url}/consumers/${consumer.id}/audio?${query}`)
  }

  test.each(['consumerCategoryId', 'category'])(
    'by %s shows what can be played now, newest first',
    async (name) => {
      const { body } = await ask(`${name}=${tenant.categoryId}`)
      expect(namesOf(body)).toEqual(['newer', 'older'])
      expect(body.data[0]).toEqual({
        id: expect.any(Number),
        audioName: 'newer',
        audioFileName: 'newer.mp3',
        duration: '4:38',
        startDateTime: expect.stringMatching(/Z$/),
        releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        isCharged: false,
        isPlayed: false,
      })
    },
  )

  test('without a category shows those of all', async () => {
    expect(namesOf((await ask('')).body)).toEqual(['of another sign', 'newer', 'older'])
  })

  test('comes by pages, all at once, or as a count alone', async () => {
    expect((await ask('page=2&itemPerPage=2')).body).toMatchObject({
      totalItems: 3,
      totalPages: 2,
      currentPage: 2,
      data: [{ audioName: 'older' }],
    })
    expect((await ask('noPagination=true&itemPerPage=1')).body).toMatchObject({
      totalPages: 1,
      currentPage: 1,
    })
    expect((await ask('sendList=false')).body).toMatchObject({ totalItems: 3, data: [] })
  })

  test.each([
    'page=-1',
    'page=0',
    'page=first',
    'page=0x10',
    'page=1e1',
    'page=%201',
    'page=1&page=2',
    'itemPerPage=-5',
    'itemPerPage=many',
    'session=short',
  ])('with %s is refused', async (query) => {
    const { status, body } = await ask(query)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })
})
