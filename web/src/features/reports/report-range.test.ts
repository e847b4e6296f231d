import { expect, test, vi } from 'vitest'
import { choiceField, type Preset, rangeOf } from './report-range.ts'

test.each<[Preset, string, string]>([
  ['today', '2026-11-21', '2026-11-21'],
  ['week', '2026-11-21', '2026-11-15'],
  ['week', '2026-11-22', '2026-11-22'],
  ['week', '2026-11-23', '2026-11-22'],
  ['week', '2026-03-02', '2026-03-01'],
  ['week', '2027-01-01', '2026-12-27'],
  ['month', '2026-11-21', '2026-11-01'],
  ['month', '2026-11-01', '2026-11-01'],
  ['month', '2028-02-29', '2028-02-01'],
])('%s of %s starts on %s', (preset, today, startDate) => {
  expect(rangeOf(preset, today)).toEqual({ startDate, endDate: today })
})

test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])('a week starts on Sunday on a device in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(rangeOf('week', '2026-11-22').startDate).toBe('2026-11-22')
  expect(rangeOf('week', '2026-11-28').startDate).toBe('2026-11-22')
  vi.unstubAllEnvs()
})

const own = { startDate: '2026-11-01', endDate: '2026-11-14' }

test.each([
  ['today', ''],
  ['week', 'range=week'],
  [own, 'from=2026-11-01&to=2026-11-14'],
] as const)('%j stands in the address and comes back', (choice, text) => {
  const search = new URLSearchParams('range=month&from=2020-01-01&to=2020-01-02')
  choiceField.write(search, choice)
  expect(String(search)).toBe(text)
  expect(choiceField.read(search)).toEqual(choice)
})

test.each([
  'range=year',
  'from=2026-11-01',
  'from=2026-11-14&to=2026-11-01',
  'from=2020-01-01&to=2026-11-01',
])('an address that makes no sense is today: %s', (text) => {
  expect(choiceField.read(new URLSearchParams(text))).toBe('today')
})
