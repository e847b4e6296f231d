import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MadeTenant, unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readSamples } from './queries.ts'

let app: TestApp
let tenant: MadeTenant
beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
})
afterAll(() => app.close())

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)

function reading(categoryId: number, name: string, values: { from: number; to?: number; isDeleted?: true }) {
  const { from, to = 24, isDeleted } = values
  return app.deps.db.reader
    .insertInto('audios')
    .values({
      tenantId: tenant.id,
      ...{ categoryId, name, durationSeconds: 270, fileName: 'a.mp3', fileKey: unique('key'), sizeBytes: 1 },
      startsAt: hoursFromNow(from),
      endsAt: hoursFromNow(to),
      deletedAt: isDeleted ? new Date() : null,
    })
    .execute()
}

function text(categoryId: number, textContent: string, disbursed: number, state: 'sent' | 'scheduled') {
  const disburseAt = hoursFromNow(disbursed)
  return app.deps.db.reader
    .insertInto('shortTexts')
    .values({ tenantId: tenant.id, categoryId, messageName: 'A text', textContent, disburseAt, state })
    .execute()
}

test('samples are the newest of each category that one could have today, the newest first', async () => {
  const leo = await app.make.category(tenant.id, { name: 'Leo' })
  const virgo = await app.make.category(tenant.id, { name: 'Virgo' })
  await app.make.category((await app.make.tenant()).id, { name: 'Elsewhere' })
  await reading(leo, 'Last week', { from: -170 })
  await reading(leo, 'This week', { from: -2 })
  await reading(leo, 'Next week', { from: 2 })
  await reading(virgo, 'Over', { from: -1, to: -0.5 })
  await reading(virgo, 'Gone', { from: -1, isDeleted: true })
  await reading(virgo, 'Still here', { from: -50 })
  await text(leo, 'Yesterday’s', -26, 'sent')
  await text(leo, 'Today’s', -3, 'sent')
  await text(virgo, 'Virgo’s', -2, 'sent')
  await text(virgo, 'Tomorrow’s', 22, 'scheduled')

  const { readings, sunbursts } = await readSamples(app.deps.db.reader, tenant.id)
  expect(readings.map(({ sign, name }) => `${sign}, ${name}`)).toEqual([
    'Leo, This week',
    'Virgo, Still here',
  ])
  expect(sunbursts.map((one) => `${one.sign}, ${one.text}`)).toEqual(['Virgo, Virgo’s', 'Leo, Today’s'])
})
