import { expect, test } from 'vitest'
import {
  daysOf,
  formatMonth,
  idField,
  isMonth,
  monthField,
  monthOf,
  shiftMonth,
  weeksOf,
} from './month-rules.ts'

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2024-02', 12, '2025-02'],
])('%s and %i are %s', (month, by, then) => {
  expect(shiftMonth(month, by)).toBe(then)
})

test.each([
  ['2026-02', 28],
  ['2028-02', 29],
  ['2026-03', 31],
  ['2026-11', 30],
])('%s has %i days, the first and the last its own', (month, count) => {
  const days = daysOf(month)
  expect(days).toHaveLength(count)
  expect(new Set(days).size).toBe(count)
  expect([days[0], days.at(-1)].map((day) => monthOf(day ?? ''))).toEqual([month, month])
})

test.each([
  ['2026-02', 4],
  ['2026-11', 5],
  ['2026-08', 6],
])('%s has %i weeks of seven places', (month, count) => {
  const weeks = weeksOf(month)
  expect(weeks.map((week) => week.length)).toEqual(Array(count).fill(7))
  expect(weeks.flat().filter((day) => day !== null)).toEqual(daysOf(month))
})

test('a week begins with Sunday', () => {
  expect(weeksOf('2026-12')[0]).toEqual([
    null,
    null,
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
  ])
})

test.each([
  ['?month=2026-12', '2026-12'],
  ['?month=2026-13', ''],
  ['?month=0000-01', ''],
  ['', ''],
])('the address %j says the month %j', (search, month) => {
  expect(monthField.read(new URLSearchParams(search))).toBe(month)
})

test('a month and an id are written to the address, and taken from it', () => {
  const search = new URLSearchParams('month=2026-12&text=7')
  monthField.write(search, '')
  idField('text').write(search, null)
  idField('sign').write(search, 1_234_567)
  expect(String(search)).toBe('sign=1234567')
  expect(idField('sign').read(search)).toBe(1_234_567)
  expect(idField('sign').read(new URLSearchParams('sign=x7'))).toBeNull()
})

test('the calendar ends', () => {
  expect(isMonth('2199-12')).toBe(true)
  expect(isMonth(shiftMonth('2199-12', 1))).toBe(false)
  expect(formatMonth('2026-12')).toBe('December 2026')
})
