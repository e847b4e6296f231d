import { describe, expect, test } from 'vitest'
import { mostFrequent, readDisburseTime } from './rules.ts'

const schedule = { now: new Date('2026-11-17T15:00:30Z'), delayMinutes: 5, timeZone: 'America/New_York' }

describe('a disburse time lies after now plus the schedule delay', () => {
  test.each([
    ['2026-11-17 10:06', '2026-11-17T15:06:00Z'],
    ['2026-11-17T15:05:31Z', '2026-11-17T15:05:31Z'],
    ['2026-11-18 00:00', '2026-11-18T05:00:00Z'],
  ])('%s is taken', (text, instant) => {
    expect(readDisburseTime(text, schedule)).toMatchObject({ instant: new Date(instant) })
  })

  test.each(['2026-11-17 10:05', '2026-11-17T15:05:30Z', '2020-01-01 00:00'])('%s is too soon', (text) => {
    expect(readDisburseTime(text, schedule)).toMatchObject({
      instant: null,
      reason: 'too-soon',
      sentence: 'Future disburese time must be after 2026-11-17 10:05',
    })
  })

  test('a day that does not exist is no time', () => {
    expect(readDisburseTime('2027-02-30 10:00', schedule)).toMatchObject({ reason: 'not-an-instant' })
  })
})

test.each([
  [[], null],
  [['07:00'], '07:00'],
  [['03:00', '07:00', '15:30', '07:00'], '07:00'],
  [['15:30', '07:00', '07:00', '15:30'], '15:30'],
])('most frequent in %j is %s, the first of equals', (words, expected) => {
  expect(mostFrequent(words)).toBe(expected)
})
