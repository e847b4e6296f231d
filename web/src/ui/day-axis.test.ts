import { describe, expect, test } from 'vitest'
import { dayLabels, dayTicks, rangeWords } from './day-axis.ts'

function daysBetween(first: string, last: string): string[] {
  const days = [first]
  for (let day = first; day < last; days.push(day))
    day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  return days
}

const november = daysBetween('2026-11-01', '2026-11-21')
const texts = (days: string[], dayPx: number) => dayLabels(days, dayPx).map(({ text }) => text)

describe('the labels of', () => {
  test.each<[string, string[], number, string[]]>([
    ['one day', ['2026-11-21'], 300, ['Sat, Nov 21']],
    ['a week with room', daysBetween('2026-11-15', '2026-11-17'), 54, ['Sun 15', 'Mon 16', 'Tue 17']],
    ['a week without', daysBetween('2026-11-15', '2026-11-21'), 40, ['Tue 17']],
    ['days between two Tuesdays', daysBetween('2026-11-18', '2026-11-23'), 40, ['Nov 18', 'Nov 23']],
    ['two days on next to nothing', daysBetween('2026-11-18', '2026-11-19'), 40, ['Nov 18']],
    ['a month', november, 13, ['Tue 3', 'Tue 10', 'Tue 17']],
    ['days of two months', daysBetween('2026-10-29', '2026-11-11'), 13, ['Nov 3', 'Nov 10']],
    ['a quarter', daysBetween('2026-09-01', '2026-11-30'), 3, ['Sep', 'Oct', 'Nov']],
    ['a year', daysBetween('2026-01-01', '2026-12-31'), 0.8, ['Jan', 'Mar', 'May', 'Jul', 'Sep', 'Nov']],
  ])('%s', (_name, days, dayPx, labels) => {
    expect(texts(days, dayPx)).toEqual(labels)
  })

  test('days never touch', () => {
    for (const length of [2, 5, 7, 14, 31, 62, 100, 366]) {
      const days = daysBetween('2026-01-01', '2027-01-31').slice(0, length)
      for (const dayPx of [280 / length, 600 / length, 1_100 / length]) {
        const labels = dayLabels(days, dayPx)
        const gaps = labels.slice(1).map(({ at }, index) => (at - (labels[index]?.at ?? 0)) * dayPx)
        expect(labels.length).toBeGreaterThan(0)
        expect(Math.min(...gaps, 100), `${length} days of ${dayPx} px`).toBeGreaterThanOrEqual(36)
      }
    }
  })
})

describe('the marks of', () => {
  const marks = (days: string[], dayPx: number) =>
    dayTicks(days, dayPx).map(({ at, isLong }) => `${days[at]?.slice(5)}${isLong ? ' long' : ''}`)

  test('a month are its days, the long ones Tuesdays', () => {
    expect(marks(november, 13)).toHaveLength(21)
    expect(marks(november, 13).filter((mark) => mark.endsWith('long'))).toEqual([
      '11-03 long',
      '11-10 long',
      '11-17 long',
    ])
  })

  test('a quarter are Tuesdays, the long ones the first of a month', () => {
    expect(marks(daysBetween('2026-10-20', '2026-11-10'), 2)).toEqual([
      '10-20',
      '10-27',
      '11-01 long',
      '11-03',
      '11-10',
    ])
  })
})

test.each([
  [['2026-11-21'], 'Saturday, November 21, 2026'],
  [november, 'November 1 to November 21, 2026'],
  [daysBetween('2026-12-31', '2027-01-01'), 'December 31, 2026 to January 1, 2027'],
])('%j reads %s', (days, words) => {
  expect(rangeWords(days)).toBe(words)
})
