import { expect, test } from 'vitest'
import { type DateFilter, daysField, unedited, withDate } from './date-filter.ts'

type Change = [name: keyof DateFilter, day: string]
const today = '2026-11-21'
const after = (...changes: Change[]) =>
  changes.reduce(
    (state, [name, day]) => withDate(state, name, day),
    unedited({ startDate: today, endDate: today }),
  )

const field = daysField(today)

test.each<[string, DateFilter, string]>([
  ['today', { startDate: today, endDate: today }, ''],
  ['another day', { startDate: '2026-11-01', endDate: '2026-11-01' }, 'from=2026-11-01&to=2026-11-01'],
  ['up to today', { startDate: '2026-11-01', endDate: today }, 'from=2026-11-01&to=2026-11-21'],
  ['without a start', { startDate: '', endDate: today }, 'to=2026-11-21'],
  ['without an end', { startDate: today, endDate: '' }, 'from=2026-11-21'],
  ['without either', { startDate: '', endDate: '' }, 'from='],
])('%s stands in the address and comes back', (_name, days, text) => {
  const search = new URLSearchParams('from=2020-01-01&to=2020-01-02')
  field.write(search, days)
  expect(String(search)).toBe(text)
  expect(field.read(search)).toEqual(days)
})

test.each(['from=2026-02-30', 'from=yesterday&to=tomorrow', 'from=2026-11-02&to=2026-11-01'])(
  'an address that makes no sense is today: %s',
  (text) => {
    expect(field.read(new URLSearchParams(text))).toEqual({ startDate: today, endDate: today })
  },
)

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
