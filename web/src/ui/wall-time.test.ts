import { describe, expect, test } from 'vitest'
import { dayOf, instantOf, shiftDay, wallTimeOf } from './wall-time.ts'

const NEW_YORK = 'America/New_York'

describe('the instant of a wall time', () => {
  test.each([
    ['winter', '2026-11-17 00:05', NEW_YORK, '2026-11-17T05:05:00.000Z'],
    ['summer', '2026-07-14 00:05', NEW_YORK, '2026-07-14T04:05:00.000Z'],
    [
      'a time that the clocks skip is the first after it',
      '2026-03-08 02:30',
      NEW_YORK,
      '2026-03-08T07:00:00.000Z',
    ],
    ['the minute after the skipped hour', '2026-03-08 03:00', NEW_YORK, '2026-03-08T07:00:00.000Z'],
    ['a time that is shown twice is the first', '2026-11-01 01:30', NEW_YORK, '2026-11-01T05:30:00.000Z'],
    ['half an hour beside the others', '2026-11-17 12:00', 'America/St_Johns', '2026-11-17T15:30:00.000Z'],
    ['no summer time', '2026-07-14 12:00', 'America/Phoenix', '2026-07-14T19:00:00.000Z'],
    ['midnight', '2026-01-01 00:00', 'Pacific/Honolulu', '2026-01-01T10:00:00.000Z'],
  ])('%s', (_name, wall, zone, expected) => {
    expect(instantOf(wall, zone)?.toISOString()).toBe(expected)
  })

  test.each(['', '2026-11-17', '2026-13-01 00:00', 'soon', '2026-11-17T00:05'])('%j is none', (wall) => {
    expect(instantOf(wall, NEW_YORK)).toBeNull()
  })
})

test.each([
  ['2026-11-17T05:05:00Z', NEW_YORK, '2026-11-17 00:05'],
  ['2026-11-17T05:05:59Z', 'America/Chicago', '2026-11-16 23:05'],
  ['2026-07-14T04:00:00Z', NEW_YORK, '2026-07-14 00:00'],
])('%s in %s is %s on the wall', (instant, zone, wall) => {
  expect(wallTimeOf(instant, zone)).toBe(wall)
  expect(dayOf(instant, zone)).toBe(wall.slice(0, 10))
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-08', -8, '2026-02-28'],
  ['2026-11-01', 28, '2026-11-29'],
])('%s and %i days', (day, days, expected) => expect(shiftDay(day, days)).toBe(expected))
