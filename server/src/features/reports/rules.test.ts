import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDollars } from '../../platform/dollars.ts'
import { dayRange } from '../../platform/zoned-time.ts'
import { daysOf, nameDays, revenueCents, sumOf } from './rules.ts'

describe('the days of a range', () => {
  test.each([
    ['one day', '2026-11-21', '2026-11-21', ['2026-11-21']],
    ['over the end of a month', '2026-02-27', '2026-03-01', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['over a leap day', '2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['over the end of a year', '2026-12-31', '2027-01-01', ['2026-12-31', '2027-01-01']],
    ['when clocks go forward', '2026-03-07', '2026-03-09', ['2026-03-07', '2026-03-08', '2026-03-09']],
    ['when clocks go back', '2026-10-31', '2026-11-02', ['2026-10-31', '2026-11-01', '2026-11-02']],
  ])('%s', (_name, startDate, endDate, days) => {
    expect(daysOf({ startDate, endDate })).toEqual(days)
  })
})

/** A day's instants are bounded by what the zone's clocks show, not by 24 hours. */
test.each([
  ['an ordinary day', '2026-11-17', 'America/New_York', 24],
  ['the day on which clocks go forward', '2026-03-08', 'America/New_York', 23],
  ['the day on which clocks go back', '2026-11-01', 'America/New_York', 25],
  ['the same day where clocks stay', '2026-03-08', 'America/Phoenix', 24],
  ['the same day half an hour off', '2026-11-01', 'America/St_Johns', 25],
])('%s is as long as it is', (_name, day, timeZone, hours) => {
  const { from, until } = dayRange(day, day, timeZone)
  expect((until.getTime() - from.getTime()) / 3_600_000).toBe(hours)
})

test('figures are named after their days, in the order of the range', () => {
  const range = { startDate: '2026-11-01', endDate: '2026-11-02' }
  expect(nameDays(range, [{ plays: 0 }, { plays: 3 }])).toEqual([
    { day: '2026-11-01', plays: 0 },
    { day: '2026-11-02', plays: 3 },
  ])
  expect(() => nameDays(range, [{ plays: 0 }])).toThrow('There are no figures of 2026-11-02')
})

test('a day’s revenue is its sales less what went back, and may be less than nothing', () => {
  expect(revenueCents({ soldCents: 100, refundedCents: 250, disputedCents: 7 })).toBe(-157)
})

test('dollars are exact to the cent, whatever the sum', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 })), (cents) => {
      const dollars = toDollars(sumOf(cents, (one) => one))
      expect(Math.round(dollars * 100)).toBe(cents.reduce((sum, one) => sum + one, 0))
      expect(String(dollars)).toMatch(/^-?\d+(\.\d{1,2})?$/)
    }),
  )
})
