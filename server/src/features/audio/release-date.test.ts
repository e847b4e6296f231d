import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let chicago: TestApp

beforeAll(async () => {
  app = await startTestApp()
  chicago = await startTestApp({ databaseOf: app, environment: { RELEASE_TIME_ZONE: 'America/Chicago' } })
})
afterAll(async () => {
  await chicago.close()
  await app.close()
})

/** What consumer and operator of a tenant in a zone read of a reading that starts at an instant. */
async function datesOf(server: TestApp, startsAt: string, timeZone: string) {
  const tenant = await server.make.tenant({ timeZone })
  await server.query(
    `insert into audios (tenant_id, category_id, name, file_name, file_key, size_bytes, duration_seconds, starts_at, ends_at)
     values (${tenant.id}, ${tenant.categoryId}, 'A Week', 'week.mp3', 'none', 1, 278, '${startsAt}', now() + interval '1 day')`,
  )
  const operator = await server.signIn((await server.make.operator(tenant)).username, tenant)
  const consumer = await server.make.consumer(tenant, { timeZone: 'Pacific/Honolulu' })
  const browser = await server.signIn(consumer.username, tenant)
  const base = `/v1/customers/${tenant.url}`
  const lists = await Promise.all([
    browser.get(`${base}/consumers/${consumer.id}/audio`),
    operator.get(`${base}/audio?consumerCategoryId=${tenant.categoryId}&isUnexpired=true`),
  ])
  return lists.map(({ body }) => body.data[0].releaseDate)
}

const zones = ['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'Pacific/Honolulu']

describe('a reading is dated by the day it is named for, in the zone in which releases are made', () => {
  test.each(zones)('five past midnight Eastern is that day, of a tenant in %s', async (timeZone) => {
    expect(await datesOf(app, '2025-11-18T00:05:00-05:00', timeZone)).toEqual(['2025-11-18', '2025-11-18'])
    expect(await datesOf(app, '2025-07-15T00:05:00-04:00', timeZone)).toEqual(['2025-07-15', '2025-07-15'])
  })

  test.each(zones)('the last minute of a day is of that day, of a tenant in %s', async (timeZone) => {
    expect(await datesOf(app, '2025-11-17T23:59:00-05:00', timeZone)).toEqual(['2025-11-17', '2025-11-17'])
  })

  test('which RELEASE_TIME_ZONE names', async () => {
    const dates = await datesOf(chicago, '2025-11-18T00:05:00-05:00', 'America/New_York')
    expect(dates).toEqual(['2025-11-17', '2025-11-17'])
  })
})
