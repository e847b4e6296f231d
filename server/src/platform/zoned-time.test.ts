import { describe, expect, test } from 'vitest'
import { dayRange, formatLocal, parseInstant } from './zoned-time.ts'

describe('a local time names an instant', () => {
  test.each([
    // An ordinary day, summer and winter.
    ['2026-07-01 09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
    ['2026-12-01 09:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
    // Doubled in autumn: the first of the two.
    ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01 01:00', 'America/New_York', '2026-11-01T05:00:00.000Z'],
    ['2026-11-01 02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
    ['2026-11-01 01:30', 'America/Los_Angeles', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01 01:30', 'America/St_Johns', '2026-11-01T04:00:00.000Z'],
    // Missing in spring: the next valid one, 03:00.
    ['2027-03-14 02:30', 'America/New_York', '2027-03-14T07:00:00.000Z'],
    ['2027-03-14 02:00', 'America/New_York', '2027-03-14T07:00:00.000Z'],
    ['2027-03-14 02:59', 'America/Los_Angeles', '2027-03-14T10:00:00.000Z'],
    ['2027-03-14 02:30', 'America/St_Johns', '2027-03-14T05:30:00.000Z'],
    ['2027-03-14 02:30', 'America/Anchorage', '2027-03-14T11:00:00.000Z'],
    ['2027-03-14 01:59', 'America/New_York', '2027-03-14T06:59:00.000Z'],
    ['2027-03-14 03:00', 'America/New_York', '2027-03-14T07:00:00.000Z'],
    // Zones that change no clocks.
    ['2027-03-14 02:30', 'America/Phoenix', '2027-03-14T09:30:00.000Z'],
    ['2027-03-14 02:30', 'America/Regina', '2027-03-14T08:30:00.000Z'],
    ['2027-03-14 02:30', 'Pacific/Honolulu', '2027-03-14T12:30:00.000Z'],
    ['2027-03-14 02:30', 'America/Puerto_Rico', '2027-03-14T06:30:00.000Z'],
    ['2026-11-01 01:30', 'America/Phoenix', '2026-11-01T08:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(parseInstant(text, zone)?.toISOString()).toBe(expected)
  })

  test.each([
    '2026-02-30 10:00',
    '2026-13-01 10:00',
    '2026-01-01 24:00',
    '2026-01-01T24:00:00Z',
    '2026-01-01 24:30',
    '2026-01-01 10:61',
    'soon',
  ])('%s names none', (text) => {
    expect(parseInstant(text, 'America/New_York')).toBeNull()
  })
})

describe('an ISO instant is read as it stands, whatever the zone', () => {
  test.each([
    ['2026-11-01T01:30:00-05:00', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01T01:30:00Z', '2026-11-01T01:30:00.000Z'],
    ['2026-11-01T01:30+0530', '2026-10-31T20:00:00.000Z'],
    ['2026-11-01T01:30:00.123456789Z', '2026-11-01T01:30:00.123Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseInstant(text, 'America/New_York')?.toISOString()).toBe(expected)
  })
})

test('days of 23 and 25 hours begin and end at local midnight', () => {
  const hours = (day: string, zone: string) => {
    const { from, until } = dayRange(day, day, zone)
    return (until.getTime() - from.getTime()) / 3_600_000
  }
  expect(hours('2027-03-14', 'America/New_York')).toBe(23)
  expect(hours('2026-11-01', 'America/New_York')).toBe(25)
  expect(hours('2026-11-01', 'America/Phoenix')).toBe(24)
  const week = dayRange('2026-10-29', '2026-11-04', 'America/New_York')
  expect((week.until.getTime() - week.from.getTime()) / 3_600_000).toBe(7 * 24 + 1)
})

test('an instant is written in the wall time of its zone', () => {
  expect(formatLocal(new Date('2026-11-01T06:30:00Z'), 'America/New_York')).toBe('2026-11-01 01:30')
})
