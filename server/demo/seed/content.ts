import { DateTime } from 'luxon'
import type { Deps } from '../../src/deps.ts'
import { CATEGORIES } from '../content/categories.ts'
import {
  type DemoRecording,
  MID_YEAR_READING,
  READING_NAME_TEMPLATES,
  WEEKLY_READINGS,
  YEARLY_READING,
} from '../content/readings.ts'
import { SUNBURST_LOCAL_TIME, SUNBURSTS } from '../content/sunbursts.ts'
import { localTime, readingStart } from './calendar.ts'
import { type StoredAudio, storeAudio } from './files.ts'
import type { DemoTenant } from './tenants.ts'

export interface AudioRow {
  id: number
  categoryId: number
  name: string
  startsAt: Date
  endsAt: Date
}

export interface TextRow {
  id: number
  categoryId: number
  messageName: string
  disburseAt: Date
}

const weeksBack = 13
const weeksAhead = 2
const availableWeeks = 4
const textDaysBack = 14
const textDaysAhead = 14
const quietStartMinutes = 90

/** Thirteen weeks of readings for each sign, two scheduled ones, the year's forecast and its mid-year reading. */
export async function seedReadings(deps: Deps, tenant: DemoTenant, now: Date): Promise<AudioRow[]> {
  const recordings = [...WEEKLY_READINGS, YEARLY_READING, MID_YEAR_READING] as const
  const stored = new Map<string, StoredAudio>()
  for (const { file } of recordings) stored.set(file, await storeAudio(deps, tenant.id, file))
  const { year } = readingStart(now, 0)
  const rows: AudioRow[] = []
  for (const [signIndex, sign] of CATEGORIES.entries()) {
    const categoryId = tenant.categoryIds.get(sign.name)
    if (categoryId === undefined) throw new Error(`${sign.name} is missing`)
    const readings = [
      ...weeklyReadings(signIndex, now),
      yearlyReading(year),
      midYearReading(now > new Date(`${year}-06-15T04:05:00Z`) ? year : year - 1),
    ]
    const values = readings.map(({ recording, ...reading }) => {
      const file = stored.get(recording.file)
      if (!file) throw new Error(`${recording.file} is not stored`)
      const fileName = file.fileKey.split('/').at(-1) ?? ''
      return {
        tenantId: tenant.id,
        categoryId,
        fileName,
        ...file,
        ...reading,
        createdAt: earlier(reading.startsAt, now),
      }
    })
    const inserted = await deps.db.reader
      .insertInto('audios')
      .values(values)
      .returning(['id', 'categoryId', 'name', 'startsAt', 'endsAt'])
      .execute()
    rows.push(...inserted)
  }
  return rows
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

interface PlannedReading {
  name: string
  recording: DemoRecording
  startsAt: Date
  endsAt: Date
}

function weeklyReadings(signIndex: number, now: Date): PlannedReading[] {
  const weeks = Array.from({ length: weeksBack + weeksAhead }, (_, index) => index - weeksBack + 1)
  return weeks.map((week) => {
    const start = readingStart(now, week)
    const count = WEEKLY_READINGS.length
    const recording = WEEKLY_READINGS[(((signIndex + week) % count) + count) % count] ?? WEEKLY_READINGS[0]
    return {
      name: READING_NAME_TEMPLATES.weekly.replace('{monthDay}', start.toFormat('LLLL d')),
      recording,
      startsAt: start.toJSDate(),
      endsAt: start.plus({ weeks: availableWeeks }).toJSDate(),
    }
  })
}

function yearlyReading(year: number): PlannedReading {
  const start = DateTime.fromObject({ year, month: 1, day: 1, minute: 5 }, { zone: 'America/New_York' })
  return {
    name: READING_NAME_TEMPLATES.yearly.replace('{year}', String(year)),
    recording: YEARLY_READING,
    startsAt: start.toJSDate(),
    endsAt: start.plus({ years: 1 }).toJSDate(),
  }
}

function midYearReading(year: number): PlannedReading {
  const start = DateTime.fromObject({ year, month: 6, day: 15, minute: 5 }, { zone: 'America/New_York' })
  return {
    name: READING_NAME_TEMPLATES.midYear.replace('{year}', String(year)),
    recording: MID_YEAR_READING,
    startsAt: start.toJSDate(),
    endsAt: DateTime.fromObject(
      { year: year + 1, month: 1, day: 31 },
      { zone: 'America/New_York' },
    ).toJSDate(),
  }
}

/** Two weeks of Sunbursts behind and two ahead; none is due in the first hour after the start. */
export async function seedTexts(deps: Deps, tenant: DemoTenant, now: Date): Promise<TextRow[]> {
  const days = Array.from({ length: textDaysBack + textDaysAhead }, (_, index) => index - textDaysBack)
  const soon = now.getTime() + quietStartMinutes * 60_000
  const values = CATEGORIES.flatMap((sign, signIndex) =>
    days.flatMap((day) => {
      const disburseAt = localTime(now, tenant.timeZone, day, SUNBURST_LOCAL_TIME)
      const isPast = disburseAt < now
      if (!isPast && disburseAt.getTime() < soon) return []
      const sunburst =
        SUNBURSTS[(signIndex * 7 + day + 4 * SUNBURSTS.length) % SUNBURSTS.length] ?? SUNBURSTS[0]
      const categoryId = tenant.categoryIds.get(sign.name)
      if (categoryId === undefined) throw new Error(`${sign.name} is missing`)
      return [
        {
          tenantId: tenant.id,
          categoryId,
          messageName: sunburst.messageName,
          textContent: sunburst.textContent,
          disburseAt,
          state: isPast ? ('sent' as const) : ('scheduled' as const),
          plannedAt: isPast ? disburseAt : null,
          createdAt: new Date(disburseAt.getTime() - 20 * 86_400_000),
        },
      ]
    }),
  )
  return deps.db.reader
    .insertInto('shortTexts')
    .values(values)
    .returning(['id', 'categoryId', 'messageName', 'disburseAt'])
    .execute()
}
