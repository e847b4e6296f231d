import { expect, test } from 'vitest'
import { type Preset, rangeOf } from './report-range.ts'

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
