import { expect, test } from 'vitest'
import { isUnfinished, limitRefusal, rangeRefusal } from './date-limits.ts'

const [min, max] = ['2026-11-10', '2026-11-20']

test.each([
  ['2026-11-10', { min, max }, null],
  ['2026-11-20', { min, max }, null],
  ['2026-11-09', { min, max }, 'Choose a day from Nov 10, 2026 to Nov 20, 2026.'],
  ['2026-11-09', { min }, 'Choose a day from Nov 10, 2026 on.'],
  ['2026-11-21', { max }, 'Choose a day up to Nov 20, 2026.'],
  ['2026-11-21', {}, null],
  ['2026-11-10 08:59', { min: '2026-11-10 09:00' }, 'Choose a time from Nov 10, 2026 09:00 on.'],
  ['2026-11-10 09:00', { min: '2026-11-10 09:00' }, null],
])('%s within %j: %s', (value, limits, words) => {
  expect(limitRefusal(value, limits)).toBe(words)
})

test.each([
  ['2026-11-10/2026-11-20', null],
  ['2026-11-12/2026-11-12', null],
  ['2026-11-12/2026-11-11', 'Start date can not be after end date'],
  ['2026-11-09/2026-11-12', 'Choose a day from Nov 10, 2026 to Nov 20, 2026.'],
  ['2026-11-12/2026-11-21', 'Choose a day from Nov 10, 2026 to Nov 20, 2026.'],
])('%s as a range: %s', (range, words) => {
  expect(rangeRefusal(range, { min, max })).toBe(words)
})

test.each([
  ['0202-11-10', true],
  ['2026-11-10/0002-11-10', true],
  ['2026-01-02 03:04', false],
  ['2026-11-10/2026-01-10', false],
])('%s is still typed: %s', (value, unfinished) => {
  expect(isUnfinished(value)).toBe(unfinished)
})
