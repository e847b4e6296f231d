import { expect, test } from 'vitest'
import { type DateFilter, onDay, withDate } from './date-filter.ts'

type Change = [name: keyof DateFilter, day: string]
const today = '2026-11-21'
const after = (...changes: Change[]) =>
  changes.reduce((state, [name, day]) => withDate(state, name, day), onDay(today))

test('begins with one day', () => {
  expect(onDay(today).applied).toEqual({ startDate: today, endDate: today })
})

test.each<[string, Change[], DateFilter, object]>([
  ['an earlier start', [['startDate', '2026-11-01']], { startDate: '2026-11-01', endDate: today }, {}],
  ['a later end', [['endDate', '2026-11-30']], { startDate: today, endDate: '2026-11-30' }, {}],
  [
    'a start after the end',
    [['startDate', '2026-11-22']],
    { startDate: today, endDate: today },
    { startDate: 'Start date can not be after end date' },
  ],
  [
    'an end before the start',
    [['endDate', '2026-11-20']],
    { startDate: today, endDate: today },
    { endDate: 'End date can not be before start date' },
  ],
  [
    'the other field, which makes it right',
    [
      ['endDate', '2026-11-20'],
      ['startDate', '2026-11-19'],
    ],
    { startDate: '2026-11-19', endDate: '2026-11-20' },
    {},
  ],
  [
    'the other field, which leaves it wrong',
    [
      ['endDate', '2026-11-10'],
      ['startDate', '2026-11-19'],
    ],
    { startDate: today, endDate: today },
    { startDate: 'Start date can not be after end date' },
  ],
  [
    'a day of its own',
    [
      ['startDate', '2026-11-20'],
      ['endDate', '2026-11-20'],
    ],
    { startDate: '2026-11-20', endDate: '2026-11-20' },
    {},
  ],
  ['no start', [['startDate', '']], { startDate: '', endDate: today }, {}],
  ['no end', [['endDate', '']], { startDate: today, endDate: '' }, {}],
])('%s', (_name, changes, applied, errors) => {
  const state = after(...changes)
  expect(state.applied).toEqual(applied)
  expect(state.errors).toEqual(errors)
  expect(state.entered).toMatchObject(Object.fromEntries(changes))
})
