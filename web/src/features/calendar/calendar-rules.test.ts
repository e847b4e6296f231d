import type { Calendar, CalendarReading, CalendarText } from '@almanac/contract/calendar'
import { describe, expect, test } from 'vitest'
import {
  audioFilterOf,
  dayWords,
  gapWords,
  type Line,
  type SignDay,
  signMonthsOf,
  sumOfGaps,
} from './calendar-rules.ts'

const zone = 'America/New_York'

function text(day: string, status: CalendarText['status'] = 'scheduled', time = '12:00'): CalendarText {
  return { id: 1, messageName: 'A slow breakfast', disburseDateTime: `${day}T${time}:00Z`, day, status }
}

function reading(firstDay: string, lastDay: string, audioName = 'The Open Door'): CalendarReading {
  return {
    id: 1,
    audioName,
    startDateTime: `${firstDay}T05:05:00Z`,
    endDateTime: `${lastDay}T05:05:00Z`,
    firstDay,
    lastDay,
  }
}

/** December 2026 as it is on its third day. */
function december(changes: Partial<Calendar> = {}, sign: Partial<Calendar['signs'][number]> = {}): Calendar {
  const leo = { id: 5, name: 'Leo', logoSvg: null, readings: [], releaseDays: [], shortTexts: [], ...sign }
  return { month: '2026-12', today: '2026-12-03', firstOpenDay: '2026-12-03', signs: [leo], ...changes }
}

function dayOf(calendar: Calendar, day: string): SignDay {
  const found = signMonthsOf(calendar)[0]?.days.find((one) => one.day === day)
  if (!found) throw new Error(`${day} is not in the month`)
  return found
}

describe('what is missing', () => {
  test('is from today on: what is past can not be filled', () => {
    const calendar = december()
    expect(dayOf(calendar, '2026-12-02')).toMatchObject({ needsText: false, needsReading: false })
    expect(dayOf(calendar, '2026-12-03')).toMatchObject({ needsText: true, needsReading: true })
    expect(sumOfGaps(signMonthsOf(calendar))).toEqual({ texts: 29, releases: 4, readings: 29 })
  })

  test('is no Sunburst of today once none can be scheduled for it, but a reading is', () => {
    const late = december({ firstOpenDay: '2026-12-04' })
    expect(dayOf(late, '2026-12-03')).toMatchObject({ needsText: false, needsReading: true })
    expect(dayOf(late, '2026-12-04')).toMatchObject({ needsText: true })
  })

  test('is nothing of a day that has something', () => {
    const calendar = december(
      {},
      { shortTexts: [text('2026-12-05')], readings: [reading('2026-11-24', '2026-12-22')] },
    )
    expect(dayOf(calendar, '2026-12-05').needsText).toBe(false)
    expect(dayOf(calendar, '2026-12-22').needsReading).toBe(false)
    expect(dayOf(calendar, '2026-12-23').needsReading).toBe(true)
    expect(sumOfGaps(signMonthsOf(calendar))).toEqual({ texts: 28, releases: 4, readings: 9 })
  })

  test.each([
    ['on none of its days', [], ['2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29']],
    ['on each Tuesday', ['2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'], []],
    [
      'a Sunday early, a Saturday late, and in January',
      ['2026-12-06', '2026-12-19', '2027-01-02'],
      ['2026-12-22'],
    ],
  ])('is the reading of each week to come with a release %s', (_days, releaseDays, expected) => {
    const calendar = december({}, { releaseDays, readings: [reading('2026-01-06', '2027-12-28')] })
    const days = signMonthsOf(calendar)[0]?.days ?? []
    expect(days.filter(({ needsRelease }) => needsRelease).map(({ day }) => day)).toEqual(expected)
    expect(sumOfGaps(signMonthsOf(calendar))).toMatchObject({ releases: expected.length, readings: 0 })
  })

  test('is the reading of this week as long as its Tuesday is not over', () => {
    const tuesday = december({ today: '2026-12-08' })
    expect(dayOf(tuesday, '2026-12-08').needsRelease).toBe(true)
    expect(dayOf({ ...tuesday, today: '2026-12-09' }, '2026-12-08').needsRelease).toBe(false)
  })

  test.each([
    [{ texts: 0, releases: 0, readings: 0 }, '0 Sunbursts missing, 0 weeks without a new reading'],
    [
      { texts: 1, releases: 1, readings: 1 },
      '1 Sunburst missing, 1 week without a new reading, 1 day without any',
    ],
    [
      { texts: 1300, releases: 2, readings: 12 },
      '1,300 Sunbursts missing, 2 weeks without a new reading, 12 days without any',
    ],
  ])('%j reads %s', (gaps, words) => {
    expect(gapWords(gaps)).toBe(words)
  })
})

describe('a day in words', () => {
  const day = '2026-12-03'
  const one = december({}, { shortTexts: [text(day)], readings: [reading('2026-12-01', '2026-12-29')] })
  const several = december(
    {},
    {
      shortTexts: [text(day, 'sent', '11:00'), text(day, 'sending', '20:00')],
      readings: [reading('2026-11-24', '2026-12-22', 'Old'), reading('2026-12-01', '2026-12-29', 'New')],
    },
  )
  test.each<[Calendar, string, Line, string]>([
    [one, day, 'sunbursts', 'Leo, December 3: Sunburst scheduled 07:00, reading “The Open Door”'],
    [one, day, 'readings', 'Leo, December 3: reading “The Open Door”, Sunburst scheduled 07:00'],
    [
      several,
      day,
      'sunbursts',
      'Leo, December 3: Sunburst sent 06:00, Sunburst being sent 15:00, reading “New”, reading “Old”',
    ],
    [december(), day, 'sunbursts', 'Leo, December 3: Sunburst missing, reading missing'],
    [december(), '2026-12-08', 'readings', 'Leo, December 8: reading missing, Sunburst missing'],
    [
      one,
      '2026-12-08',
      'readings',
      'Leo, December 8: reading “The Open Door”, new reading missing, Sunburst missing',
    ],
    [december(), '2026-12-01', 'readings', 'Leo, December 1: no reading, no Sunburst'],
    [
      december({}, { shortTexts: [text('2026-12-01', 'missed')] }),
      '2026-12-01',
      'sunbursts',
      'Leo, December 1: Sunburst missed 07:00, no reading',
    ],
  ])('%# says what is there', (calendar, on, line, words) => {
    expect(dayWords(dayOf(calendar, on), line, zone)).toBe(words)
  })
})

test.each([
  [[reading('2026-11-01', '2026-12-02')], 'expired'],
  [[reading('2026-12-04', '2026-12-30')], 'unexpired'],
  [[reading('2026-11-24', '2026-12-03')], 'active'],
  [[reading('2026-12-04', '2026-12-30'), reading('2026-11-24', '2026-12-22')], 'active'],
  [[reading('2026-12-04', '2026-12-30'), reading('2026-11-24', '2026-12-01')], 'unexpired'],
])('readings (%#) stand under the filter %2$s', (readings, filter) => {
  expect(audioFilterOf(readings, '2026-12-03')).toBe(filter)
})
