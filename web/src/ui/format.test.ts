import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatCalendarDay,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMoneyBrief,
  formatTokens,
} from './format.ts'

describe('money, counts and tokens', () => {
  test.each([
    [12, '$12.00'],
    [0, '$0.00'],
    [16094.2, '$16,094.20'],
    [-7, '-$7.00'],
  ])('%d dollars read %s', (dollars, text) => expect(formatMoney(dollars)).toBe(text))

  test.each([
    [1520.4, '$1,520'],
    [100, '$100'],
    [99.5, '$99.50'],
    [50, '$50'],
    [-250.75, '-$251'],
  ])('%d dollars read %s where there is little room', (dollars, text) =>
    expect(formatMoneyBrief(dollars)).toBe(text),
  )

  test.each([
    [0, '0 Tokens'],
    [1, '1 Token'],
    [7, '7 Tokens'],
    [1284, '1,284 Tokens'],
  ])('%d reads %s', (tokens, text) => expect(formatTokens(tokens)).toBe(text))

  test('a count has thousands separators', () => expect(formatCount(1284)).toBe('1,284'))

  test.each([
    [512, '512 B'],
    [40_960, '41 KB'],
    [8_400_000, '8.4 MB'],
  ])('%d bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('dates, in the zone asked for', () => {
  const instant = '2026-11-17T05:05:00Z'

  test.each([
    ['America/New_York', 'Nov 17, 2026', 'Nov 17, 2026 00:05', 'Tuesday, November 17'],
    ['America/Chicago', 'Nov 16, 2026', 'Nov 16, 2026 23:05', 'Monday, November 16'],
  ])('%s', (zone, date, dateTime, day) => {
    expect(formatDate(instant, zone)).toBe(date)
    expect(formatDateTime(instant, zone)).toBe(dateTime)
    expect(formatDay(instant, zone)).toBe(day)
  })

  test('a calendar day stays that day everywhere', () =>
    expect(formatCalendarDay('2026-03-08')).toBe('Mar 8, 2026'))
})
