import type { Calendar } from '@almanac/contract/calendar'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { type MadeTenant, unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { setPresent } from '../../../test/present.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Desk {
  tenant: MadeTenant
  operator: TestClient
  timeZone: string
}

async function desk(timeZone = 'America/New_York'): Promise<Desk> {
  const tenant = await app.make.tenant({ timeZone })
  const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  return { tenant, operator, timeZone }
}

async function read({ tenant, operator }: Desk, month: string): Promise<Calendar> {
  const { status, body } = await operator.get(`/v1/customers/${tenant.url}/calendar?month=${month}`)
  expect(status).toBe(200)
  return body
}

interface TextValues {
  at: string | Date
  categoryId?: number
  state?: 'scheduled' | 'sending' | 'sent' | 'missed' | 'cancelled'
  isDeleted?: boolean
}

async function addTexts({ tenant }: Desk, texts: TextValues[]): Promise<void> {
  await app.deps.db.reader
    .insertInto('shortTexts')
    .values(
      texts.map(({ at, categoryId, state, isDeleted }) => ({
        tenantId: tenant.id,
        categoryId: categoryId ?? tenant.categoryId,
        messageName: `At ${new Date(at).toISOString()}`,
        textContent: 'A plain no, said early and kindly, is a present.',
        disburseAt: new Date(at),
        state: state ?? 'scheduled',
        deletedAt: isDeleted ? new Date() : null,
      })),
    )
    .execute()
}

interface ReadingValues {
  from: string | Date
  until: string | Date
  categoryId?: number
  isDeleted?: boolean
}

async function addReadings({ tenant }: Desk, readings: ReadingValues[]): Promise<void> {
  await app.deps.db.reader
    .insertInto('audios')
    .values(
      readings.map(({ from, until, categoryId, isDeleted }) => ({
        tenantId: tenant.id,
        categoryId: categoryId ?? tenant.categoryId,
        name: `From ${new Date(from).toISOString()}`,
        fileName: `${unique('reading-')}.mp3`,
        fileKey: unique('key-'),
        sizeBytes: 1,
        durationSeconds: 240,
        startsAt: new Date(from),
        endsAt: new Date(until),
        deletedAt: isDeleted ? new Date() : null,
      })),
    )
    .execute()
}

/** The days of a sign's Sunbursts, in their order. */
const daysOf = ({ signs: [sign] }: Calendar) => sign?.shortTexts.map(({ day }) => day)

describe('a month of the calendar', () => {
  test('has the signs in their order, with what each has, and nothing that was canceled or deleted', async () => {
    const at = await desk()
    const { tenant } = at
    const [second, gone] = [await app.make.category(tenant.id), await app.make.category(tenant.id)]
    await app.query(`update categories set sort_order = 2, logo_path = 'signs/two.svg' where id = ${second}`)
    await app.query(`update categories set deleted_at = now() where id = ${gone}`)
    await addTexts(at, [
      { at: '2031-03-05T12:00:00Z', state: 'sent' },
      { at: '2031-03-04T12:00:00Z', state: 'missed' },
      { at: '2031-03-06T12:00:00Z', state: 'cancelled' },
      { at: '2031-03-07T12:00:00Z', isDeleted: true },
      { at: '2031-03-08T12:00:00Z', categoryId: gone },
      { at: '2031-03-05T12:00:00Z', categoryId: second, state: 'sending' },
      { at: '2031-04-05T12:00:00Z' },
    ])
    await addReadings(at, [
      { from: '2031-02-25T05:05:00Z', until: '2031-03-25T05:05:00Z' },
      { from: '2031-03-04T05:05:00Z', until: '2031-04-01T05:05:00Z', isDeleted: true },
      { from: '2031-01-04T05:05:00Z', until: '2031-02-11T05:05:00Z' },
    ])
    const { signs } = await read(at, '2031-03')
    expect(signs.map(({ id, logoSvg }) => [id, logoSvg])).toEqual([
      [tenant.categoryId, null],
      [second, 'signs/two.svg'],
    ])
    expect(signs.map(({ shortTexts }) => shortTexts.map(({ day, status }) => `${day} ${status}`))).toEqual([
      ['2031-03-04 missed', '2031-03-05 sent'],
      ['2031-03-05 sending'],
    ])
    expect(signs.map(({ readings }) => readings.map(({ firstDay, lastDay }) => [firstDay, lastDay]))).toEqual(
      [[['2031-02-25', '2031-03-25']], []],
    )
    expect(signs[0]?.readings[0]).toMatchObject({
      audioName: 'From 2031-02-25T05:05:00.000Z',
      startDateTime: '2031-02-25T05:05:00.000Z',
      endDateTime: '2031-03-25T05:05:00.000Z',
    })
  })

  test('shows three texts of one day, and those of no other tenant', async () => {
    const [at, elsewhere] = [await desk(), await desk()]
    const times = ['2031-05-02T11:00:00Z', '2031-05-02T16:00:00Z', '2031-05-03T03:59:00Z']
    await addTexts(
      at,
      times.map((time) => ({ at: time })),
    )
    expect(daysOf(await read(at, '2031-05'))).toEqual(['2031-05-02', '2031-05-02', '2031-05-02'])
    expect(daysOf(await read(elsewhere, '2031-05'))).toEqual([])
  })

  test.each([
    ['of 23 hours', 'America/New_York', '2031-03-09', 23],
    ['of 25 hours', 'America/New_York', '2031-11-02', 25],
    ['of 23 hours', 'America/St_Johns', '2031-03-09', 23],
    ['of 25 hours', 'America/St_Johns', '2031-11-02', 25],
    ['of 24 hours', 'America/Phoenix', '2031-03-09', 24],
  ])('a day %s in %s has what lies between its two midnights', async (_length, timeZone, day, hours) => {
    const at = await desk(timeZone)
    const begin = DateTime.fromISO(day, { zone: timeZone })
    const end = begin.plus({ days: 1 })
    expect(end.diff(begin, 'hours').hours).toBe(hours)
    await addTexts(
      at,
      [begin.minus(1), begin, end.minus(1), end].map((time) => ({ at: time.toJSDate() })),
    )
    await addReadings(at, [{ from: begin.toJSDate(), until: end.minus(1).toJSDate() }])
    const found = await read(at, day.slice(0, 7))
    expect(daysOf(found)).toEqual([begin.minus(1).toISODate(), day, day, end.toISODate()])
    expect(found.signs[0]?.readings).toMatchObject([{ firstDay: day, lastDay: day }])
  })

  test('begins and ends with the month in the zone of the tenant, whoever asks from where', async () => {
    const at = await desk('America/Phoenix')
    await addTexts(at, [
      { at: '2031-06-01T06:59:59.999Z' },
      { at: '2031-06-01T07:00:00Z' },
      { at: '2031-07-01T06:59:59.999Z' },
      { at: '2031-07-01T07:00:00Z' },
    ])
    expect(daysOf(await read(at, '2031-06'))).toEqual(['2031-06-01', '2031-06-30'])
  })

  test('names the days of its releases by the zone of releases, with those of the weeks it begins and ends in', async () => {
    const at = await desk('America/Los_Angeles')
    const until = '2031-12-01T05:05:00Z'
    await addReadings(at, [
      { from: '2031-01-25T04:59:00Z', until: '2031-01-26T05:05:00Z' },
      { from: '2031-01-27T05:05:00Z', until: '2031-01-28T05:05:00Z' },
      // In Los Angeles the day before; two of one day are one.
      { from: '2031-02-04T05:05:00Z', until },
      { from: '2031-02-04T15:05:00Z', until },
      { from: '2031-02-11T05:05:00Z', until, isDeleted: true },
      { from: '2031-03-01T05:05:00Z', until },
      { from: '2031-03-07T05:05:00Z', until },
    ])
    const { signs } = await read(at, '2031-02')
    expect(signs[0]?.releaseDays).toEqual(['2031-01-27', '2031-02-04', '2031-03-01'])
  })

  test.each([
    ['noon', '2031-03-05T17:00:00Z', '2031-03-05', '2031-03-05'],
    ['six minutes to midnight', '2031-03-06T04:53:59Z', '2031-03-05', '2031-03-05'],
    ['five minutes to midnight', '2031-03-06T04:54:00Z', '2031-03-05', '2031-03-06'],
    ['midnight', '2031-03-06T05:00:00Z', '2031-03-06', '2031-03-06'],
  ])(
    'at %s says what day it is, and on which a text may still be scheduled',
    async (_at, now, today, open) => {
      const at = await desk()
      await setPresent(app.databaseUrl, new Date(now))
      try {
        expect(await read(at, '2031-01')).toMatchObject({ month: '2031-01', today, firstOpenDay: open })
      } finally {
        await setPresent(app.databaseUrl, null)
      }
    },
  )

  test.each(['2031-13', '2031-00', '0000-01', '2031-1', '2031-01-01', '', 'next'])(
    'is not asked for by %j',
    async (month) => {
      const { tenant, operator } = await desk()
      const answer = await operator.get(`/v1/customers/${tenant.url}/calendar?month=${month}`)
      expect(answer).toMatchObject({
        status: 400,
        body: { errorMessageList: ['Please enter a month as YYYY-MM.'] },
      })
    },
  )
})

/** Numbers between 0 and 1 that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

describe.each(['America/New_York', 'America/St_Johns', 'America/Phoenix'])('in %s', (timeZone) => {
  test('each month is what plain arithmetic on all rows makes of it', async () => {
    const at = await desk(timeZone)
    const random = randomFrom(timeZone.length)
    const start = Date.parse('2030-12-20T00:00:00Z')
    const anInstant = () => new Date(start + Math.floor(random() * 450 * 24) * 3_600_000)
    const signs = [at.tenant.categoryId, await app.make.category(at.tenant.id)]
    const aSign = () => signs[Math.floor(random() * signs.length)] as number
    const states = ['scheduled', 'sending', 'sent', 'missed', 'cancelled'] as const
    const texts = Array.from({ length: 600 }, () => ({
      at: anInstant(),
      categoryId: aSign(),
      state: states[Math.floor(random() * states.length)] ?? 'scheduled',
      isDeleted: random() < 0.1,
    }))
    const readings = Array.from({ length: 60 }, () => {
      const from = anInstant()
      const until = new Date(from.getTime() + Math.floor(random() * 60 * 24) * 3_600_000)
      return { from, until, categoryId: aSign(), isDeleted: random() < 0.1 }
    })
    await addTexts(at, texts)
    await addReadings(at, readings)
    const dayOf = (instant: Date) => DateTime.fromJSDate(instant, { zone: timeZone }).toISODate() ?? ''
    for (let number = 0; number < 14; number++) {
      const month = DateTime.utc(2031, 1, 1).plus({ months: number }).toFormat('yyyy-MM')
      const found = await read(at, month)
      for (const sign of found.signs) {
        const expectedTexts = texts
          .filter((text) => text.categoryId === sign.id && !text.isDeleted && text.state !== 'cancelled')
          .filter((text) => dayOf(text.at).startsWith(month))
          .map((text) => `${text.at.toISOString()} ${dayOf(text.at)} ${text.state}`)
        const expectedReadings = readings
          .filter((reading) => reading.categoryId === sign.id && !reading.isDeleted)
          .filter(({ from, until }) => dayOf(from).slice(0, 7) <= month && dayOf(until).slice(0, 7) >= month)
          .map(({ from, until }) => `${dayOf(from)} ${dayOf(until)}`)
        expect(
          sign.shortTexts
            .map(({ disburseDateTime, day, status }) => `${disburseDateTime} ${day} ${status}`)
            .sort(),
        ).toEqual(expectedTexts.sort())
        expect(sign.readings.map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`).sort()).toEqual(
          expectedReadings.sort(),
        )
      }
    }
  })
})
