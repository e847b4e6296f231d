import { describe, expect, test } from 'vitest'
import { moonName, moonPath } from './moon-path.ts'
import { ruleTicks, tickPath } from './rule-ticks.ts'
import { yearDots } from './year-dots.ts'

describe('the graduated rule', () => {
  test('is short every 5 s, middle every 30 s, long every minute', () => {
    const ticks = ruleTicks(65)
    expect(ticks.map((tick) => tick.at)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65])
    expect(ticks.filter((tick) => tick.size === 'long').map((tick) => tick.at)).toEqual([0, 60])
    expect(ticks.filter((tick) => tick.size === 'middle').map((tick) => tick.at)).toEqual([30])
  })
  test('counts single seconds in what is over within a minute', () => {
    const ticks = ruleTicks(31)
    expect(ticks).toHaveLength(32)
    expect(ticks.filter((tick) => tick.size === 'long').map((tick) => tick.at)).toEqual([0, 30])
    expect(ticks.filter((tick) => tick.size === 'middle').map((tick) => tick.at)).toEqual([5, 10, 15, 20, 25])
  })
  test.each([1, 60, 300, 3600, 7200, 36_000])(
    'of %d s has no more ticks than one can tell apart',
    (seconds) => {
      expect(ruleTicks(seconds).length).toBeLessThanOrEqual(151)
    },
  )
  test.each([0, -5, Number.NaN])('of %d s is empty', (seconds) => expect(ruleTicks(seconds)).toEqual([]))
  test('is drawn standing on one line', () => expect(tickPath(ruleTicks(1))).toBe('M0 28v-26M1 28v-9'))
})

describe('a year of Tuesdays', () => {
  const dots = (path: string) => path.split('M').length - 1
  test.each([
    [-7, 0],
    [0, 0],
    [1, 1],
    [7, 7],
    [30, 30],
    [364, 364],
    [1000, 364],
  ])('%d tokens are %d dots of 364', (tokens, filled) => {
    const year = yearDots(tokens)
    expect([dots(year.bought), dots(year.rest)]).toEqual([filled, 364 - filled])
  })
})

describe('the Moon', () => {
  // Sweep flags: 1 runs clockwise from where the path stands; the first is the limb, the second the terminator.
  test.each([
    [0.12, '1 12 22.5', '0 12 1.5', 'Waxing crescent'],
    [0.38, '1 12 22.5', '1 12 1.5', 'Waxing gibbous'],
    [0.62, '0 12 22.5', '0 12 1.5', 'Waning gibbous'],
    [0.88, '0 12 22.5', '1 12 1.5', 'Waning crescent'],
  ])('at %d is lit on the right side', (phase, limb, terminator, name) => {
    const [, first, second] = moonPath(phase).split('A')
    expect(first?.endsWith(limb)).toBe(true)
    expect(second?.startsWith(`${second.split(' ')[0]} 10.5 0 0 ${terminator}`)).toBe(true)
    expect(moonName(phase)).toBe(name)
  })
  test('is a half disc at the quarters and whole when full', () => {
    expect(moonPath(0.25)).toContain('A0 10.5')
    expect(moonPath(0.5)).toContain('A10.5 10.5 0 0 0 12 1.5')
    expect(moonName(1)).toBe('New Moon')
  })
})
