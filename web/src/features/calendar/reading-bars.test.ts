import type { CalendarReading } from '@almanac/contract/calendar'
import { expect, test } from 'vitest'
import { type Bar, barsOf, laneCount, namesOf } from './reading-bars.ts'

const days = ['2026-12-06', '2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10']

let lastId = 0
function reading(firstDay: number, lastDay: number, audioName = ''): CalendarReading {
  const dayOf = (number: number) => `2026-12-${String(number).padStart(2, '0')}`
  lastId += 1
  return {
    id: lastId,
    audioName,
    startDateTime: `${dayOf(firstDay)}T05:05:00Z`,
    endDateTime: `${dayOf(lastDay)}T05:05:00Z`,
    firstDay: dayOf(firstDay),
    lastDay: dayOf(lastDay),
  }
}

const drawn = (bars: Bar[]) =>
  bars.map(
    ({ from, to, lane, startsHere, endsHere }) =>
      `${startsHere ? '[' : '<'}${from}-${to}${endsHere ? ']' : '>'} ${lane}`,
  )

test.each<[string, CalendarReading[], string[]]>([
  ['before and after the row', [reading(1, 5), reading(11, 20)], []],
  ['across all of it', [reading(1, 20)], ['<0-4> 0']],
  ['of its first day, and of its last', [reading(1, 6), reading(10, 20)], ['[4-4> 0', '<0-0] 0']],
  ['that overlap', [reading(1, 8), reading(7, 20)], ['[1-4> 0', '<0-2] 1']],
  ['that meet on a day', [reading(6, 8), reading(8, 9)], ['[2-3] 0', '[0-2] 1']],
  ['that follow each other', [reading(6, 7), reading(8, 9)], ['[2-3] 0', '[0-1] 0']],
  [
    'that take a lane that is free again',
    [reading(6, 6), reading(6, 10), reading(8, 9)],
    ['[2-3] 0', '[0-4] 1', '[0-0] 0'],
  ],
])('bars of readings %s, the newest on top', (_how, readings, expected) => {
  const bars = barsOf(readings, days)
  expect(drawn(bars)).toEqual(expected)
})

test('two bars of one lane share no day', () => {
  const readings = Array.from({ length: 40 }, (_, index) => reading(1 + (index % 9), 4 + ((index * 7) % 11)))
    .filter(({ firstDay, lastDay }) => firstDay <= lastDay)
    .sort((one, other) => one.firstDay.localeCompare(other.firstDay))
  const bars = barsOf(readings, days)
  const taken = bars.flatMap(({ lane, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, place) => `${lane}:${from + place}`),
  )
  expect(new Set(taken).size).toBe(taken.length)
  expect(laneCount(bars)).toBeGreaterThan(3)
})

test('of a month’s own days alone a row is made', () => {
  expect(drawn(barsOf([reading(1, 20)], [null, null, '2026-12-06', '2026-12-07', null]))).toEqual(['<2-3> 0'])
  expect(barsOf([reading(1, 20)], [null, null])).toEqual([])
})

test('a name stands over the days until a newer one starts; of those from before only the newest has one', () => {
  const bars = barsOf(
    [reading(1, 20, 'Oldest'), reading(2, 20, 'Old'), reading(8, 20, 'One'), reading(8, 9, 'Other')],
    days,
  )
  expect(namesOf(bars).map(({ text, from, to, isCarried }) => [text, from, to, isCarried])).toEqual([
    ['Old', 0, 1, true],
    ['Other · One', 2, 4, false],
  ])
})

test('a name ends with its bar', () => {
  expect(namesOf(barsOf([reading(6, 7, 'Short')], days))).toMatchObject([{ text: 'Short', from: 0, to: 1 }])
})
