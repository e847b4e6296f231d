import { describe, expect, test } from 'vitest'
import { holdOf, type QuietHours, readQuietHours, secondsUntilQuiet } from './quiet-hours.ts'

const night = { startHour: 21, endHour: 8 }

const heldUntil = (instant: Date, zone: string, quiet: QuietHours | null) =>
  holdOf({ present: instant, disburseAt: instant }, zone, quiet)?.until ?? instant

describe('an SMS of the quiet hours waits for their end in the zone of the consumer', () => {
  test.each([
    // 20:59 goes, 21:00 waits for the next morning.
    ['2026-07-02T00:59:00Z', 'America/New_York', '2026-07-02T00:59:00Z'],
    ['2026-07-02T01:00:00Z', 'America/New_York', '2026-07-02T12:00:00Z'],
    // 07:59 waits a minute, 08:00 goes.
    ['2026-07-02T11:59:00Z', 'America/New_York', '2026-07-02T12:00:00Z'],
    ['2026-07-02T12:00:00Z', 'America/New_York', '2026-07-02T12:00:00Z'],
    // One instant, several zones.
    ['2026-07-02T12:00:00Z', 'America/Los_Angeles', '2026-07-02T15:00:00Z'],
    ['2026-07-02T12:00:00Z', 'Pacific/Honolulu', '2026-07-02T18:00:00Z'],
    ['2026-07-02T12:00:00Z', 'America/St_Johns', '2026-07-02T12:00:00Z'],
    // Over the nights on which the clocks change.
    ['2026-11-01T02:00:00Z', 'America/New_York', '2026-11-01T13:00:00Z'],
    ['2027-03-14T03:00:00Z', 'America/New_York', '2027-03-14T12:00:00Z'],
    ['2026-11-01T04:30:00Z', 'America/Phoenix', '2026-11-01T15:00:00Z'],
    // The last night of a month and of a year.
    ['2027-01-01T04:30:00Z', 'America/New_York', '2027-01-01T13:00:00Z'],
  ])('%s in %s leaves at %s', (instant, zone, expected) => {
    expect(heldUntil(new Date(instant), zone, night)).toEqual(new Date(expected))
  })

  test('hours within one day and hours that end in the gap of the clocks', () => {
    const noon = { startHour: 12, endHour: 14 }
    expect(heldUntil(new Date('2026-07-02T16:30:00Z'), 'America/New_York', noon)).toEqual(
      new Date('2026-07-02T18:00:00Z'),
    )
    const gap = { startHour: 0, endHour: 2 }
    expect(heldUntil(new Date('2027-03-14T06:30:00Z'), 'America/New_York', gap)).toEqual(
      new Date('2027-03-14T07:00:00Z'),
    )
  })

  test('without quiet hours everything leaves', () => {
    const instant = new Date('2026-07-02T05:00:00Z')
    expect(heldUntil(instant, 'America/New_York', null)).toBe(instant)
  })
})

test.each([
  ['off', null],
  ['21-8', { startHour: 21, endHour: 8 }],
  ['0-06', { startHour: 0, endHour: 6 }],
  ['8-8', null],
])('the setting %s', (setting, expected) => {
  expect(readQuietHours(setting)).toEqual(expected)
})

test('a text may be under way until the quiet hours begin', () => {
  const at = (instant: string) => secondsUntilQuiet(new Date(instant), 'America/New_York', night)
  expect(at('2026-07-01T13:00:00Z')).toBe(12 * 3_600)
  expect(at('2026-07-02T00:59:30Z')).toBe(30)
  expect(secondsUntilQuiet(new Date(), 'America/New_York', null)).toBeNull()
})
