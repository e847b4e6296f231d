import type { AdminProfile, ConsumerProfile } from '@almanac/contract/profile'
import { expect, test } from 'vitest'
import { hasTimeZone, isConsumer, passwordAge, possibleReadings } from './profile-rules.ts'

test.each([
  ['2026-11-21T08:00:00Z', '0 days'],
  ['2026-11-20T11:00:00Z', '1 day'],
  ['2026-11-20T13:00:00Z', '0 days'],
  ['2026-10-22T12:00:00Z', '30 days'],
  ['2026-10-21T12:00:01Z', '30 days'],
  ['2026-10-21T12:00:00Z', '1 month'],
  ['2026-08-18T04:45:46Z', '3 months'],
  ['2025-11-21T12:00:01Z', '11 months'],
  ['2025-11-21T12:00:00Z', '1 year'],
  ['2021-01-01T00:00:00Z', '5 years'],
  ['2026-11-21T12:00:05Z', '0 days'],
])('a password of %s is %s old on November 21, 2026 at noon', (updatedAt, age) => {
  expect(passwordAge(updatedAt, new Date('2026-11-21T12:00:00Z'))).toBe(age)
})

test('the last day of a shorter month completes a month', () => {
  expect(passwordAge('2026-01-31T00:00:00Z', new Date('2026-02-28T00:00:00Z'))).toBe('1 month')
  expect(passwordAge('2026-01-31T00:00:00Z', new Date('2026-02-27T23:59:00Z'))).toBe('27 days')
})

test.each([
  [100, 14],
  [7, 1],
  [6, 0],
  [0, 0],
])('a balance of %i pays for %i readings', (balanceTokens, readings) => {
  expect(possibleReadings(balanceTokens)).toBe(readings)
})

test("tells the roles' profiles apart", () => {
  const admin = { username: 'admin' } as AdminProfile
  const consumer = { username: 'stella', tokenBalance: 0, timeZone: null } as ConsumerProfile
  expect([isConsumer(admin), hasTimeZone(admin)]).toEqual([false, false])
  expect([isConsumer(consumer), hasTimeZone(consumer)]).toEqual([true, true])
})
