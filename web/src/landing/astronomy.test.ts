import { describe, expect, test } from 'vitest'
import {
  calendarDateIn,
  moonPhase,
  moonPositionDegrees,
  nextIngress,
  signNamed,
  signOfLongitude,
  signThatBeginsOn,
  sunLongitudeDegrees,
  weekOf,
  ZODIAC,
} from './astronomy.ts'

/** The smaller of the two arcs between two angles, in degrees. */
const arcBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180)

describe('sunLongitudeDegrees', () => {
  test.each([
    ['1992-10-13T00:00:00Z', 199.91, 'Meeus, example 25.a'],
    ['2024-03-20T03:06:00Z', 0, 'March equinox 2024'],
    ['2024-06-20T20:51:00Z', 90, 'June solstice 2024'],
    ['2024-09-22T12:44:00Z', 180, 'September equinox 2024'],
    ['2024-12-21T09:21:00Z', 270, 'December solstice 2024'],
    ['2026-03-20T14:46:00Z', 0, 'March equinox 2026'],
    ['2026-06-21T08:25:00Z', 90, 'June solstice 2026'],
    ['2026-09-23T00:05:00Z', 180, 'September equinox 2026'],
    ['2026-12-21T20:50:00Z', 270, 'December solstice 2026'],
  ])('%s is %d° (%s)', (instant, degrees) => {
    expect(arcBetween(sunLongitudeDegrees(new Date(instant)), degrees)).toBeLessThan(0.02)
  })
})

test('the Moon stands where Meeus, example 47.a, has it', () => {
  const moon = moonPositionDegrees(new Date('1992-04-12T00:00:00Z'))
  expect(arcBetween(moon.longitude, 133.163)).toBeLessThan(0.3)
  expect(Math.abs(moon.latitude - -3.229)).toBeLessThan(0.2)
})

describe('moonPhase', () => {
  test.each([
    ['2017-08-21T18:30:00Z', 0, 'new: solar eclipse over America'],
    ['2024-04-08T18:21:00Z', 0, 'new: solar eclipse over America'],
    ['2026-08-12T17:37:00Z', 0, 'new: solar eclipse over Spain'],
    ['2024-01-18T03:53:00Z', 0.25, 'first quarter'],
    ['2022-11-08T11:02:00Z', 0.5, 'full: lunar eclipse'],
    ['2025-03-14T06:55:00Z', 0.5, 'full: lunar eclipse'],
    ['2026-03-03T11:38:00Z', 0.5, 'full: lunar eclipse'],
    ['2024-02-02T23:18:00Z', 0.75, 'last quarter'],
  ])('at %s is %d (%s)', (instant, phase) => {
    expect(arcBetween(moonPhase(new Date(instant)).phase * 360, phase * 360)).toBeLessThan(0.6)
  })

  test.each([
    ['1992-04-12T00:00:00Z', 0.6786, true],
    ['2024-04-08T18:21:00Z', 0, null],
    ['2025-03-14T06:55:00Z', 1, null],
    ['2024-02-02T23:18:00Z', 0.5, false],
  ])('at %s is lit by %d', (instant, litFraction, waxing) => {
    const moon = moonPhase(new Date(instant))
    expect(Math.abs(moon.litFraction - litFraction)).toBeLessThan(0.01)
    if (waxing !== null) expect(moon.waxing).toBe(waxing)
  })
})

describe('signs', () => {
  test.each([
    [0, 'Aries', 0],
    [29.999, 'Aries', 29],
    [30, 'Taurus', 0],
    [239.2, 'Scorpio', 29],
    [240, 'Sagittarius', 0],
    [359.9, 'Pisces', 29],
    [360, 'Aries', 0],
    [-0.5, 'Pisces', 29],
    [-1e-17, 'Aries', 0],
  ])('%d° is in %s at %d°', (longitude, name, degree) => {
    expect(signOfLongitude(longitude)).toMatchObject({ name, degree })
  })

  test('a name is found in any case, another name is not', () => {
    expect(signNamed(' SCORPIO ')?.slug).toBe('scorpio')
    expect(signNamed('Ophiuchus')).toBeNull()
  })

  test('the printed dates follow one another round the year', () => {
    const dayOfYear = (text: string) =>
      Math.round((Date.parse(`${text} 2023 UTC`) - Date.UTC(2023, 0, 1)) / 86_400_000)
    for (const [index, sign] of ZODIAC.entries()) {
      const ends = sign.dates.split(' – ')[1] ?? ''
      const begins = ZODIAC[(index + 1) % 12]?.dates.split(' – ')[0] ?? ''
      expect(dayOfYear(begins), `${sign.name} ends`).toBe(dayOfYear(ends) + 1)
    }
  })
})

describe('weekOf', () => {
  const newYork = 'America/New_York'

  test('runs from Tuesday to Monday and marks today', () => {
    const week = weekOf(new Date('2026-11-21T15:00:00Z'), newYork)
    expect(week.map(({ weekday, day }) => `${weekday.slice(0, 3)} ${day}`)).toEqual([
      'Tue 17',
      'Wed 18',
      'Thu 19',
      'Fri 20',
      'Sat 21',
      'Sun 22',
      'Mon 23',
    ])
    expect(week.filter((day) => day.isToday).map((day) => day.day)).toEqual([21])
    expect(week.map(({ sun }) => `${sun.degree} ${sun.name}`).slice(3)).toEqual([
      '28 Scorpio',
      '29 Scorpio',
      '0 Sagittarius',
      '1 Sagittarius',
    ])
  })

  test.each([
    ['2026-11-24T04:59:00Z', newYork, 17, 'still Monday at 23:59'],
    ['2026-11-24T05:01:00Z', newYork, 24, 'Tuesday at 00:01'],
    ['2026-11-24T05:01:00Z', 'America/Los_Angeles', 17, 'still Monday further west'],
    ['2026-11-24T03:31:00Z', 'America/St_Johns', 24, 'Tuesday at 00:01 in the half-hour zone'],
    ['2027-01-01T12:00:00Z', newYork, 29, 'over the turn of the year'],
  ])('at %s in %s starts on the %dth (%s)', (instant, timeZone, day) => {
    expect(weekOf(new Date(instant), timeZone)[0]?.day).toBe(day)
  })

  test('gives other days at local noon, on both sides of a change of clocks', () => {
    const week = weekOf(new Date('2026-11-02T15:00:00Z'), newYork)
    expect(week[3]?.at.toISOString()).toBe('2026-10-30T16:00:00.000Z')
    expect(week[5]?.at.toISOString()).toBe('2026-11-01T17:00:00.000Z')
    expect(week[6]?.at.toISOString()).toBe('2026-11-02T15:00:00.000Z')
  })

  test('gives noon in a zone half an hour off', () => {
    const week = weekOf(new Date('2026-11-21T15:00:00Z'), 'America/St_Johns')
    expect(week[0]?.at.toISOString()).toBe('2026-11-17T15:30:00.000Z')
  })

  test('refuses an unknown zone', () => {
    expect(() => weekOf(new Date('2026-11-02T15:00:00Z'), 'Mars/Olympus')).toThrow(RangeError)
  })
})

describe('nextIngress', () => {
  // Equinoxes and solstices of 2026 after the Astronomical Applications Department of the USNO, in UTC.
  test.each([
    ['2026-03-01T00:00:00Z', '2026-03-20T14:46:00Z', 'Aries'],
    ['2026-06-01T00:00:00Z', '2026-06-21T08:24:00Z', 'Cancer'],
    ['2026-09-01T00:00:00Z', '2026-09-23T00:05:00Z', 'Libra'],
    ['2026-12-01T00:00:00Z', '2026-12-21T20:50:00Z', 'Capricorn'],
  ])('after %s comes %s, a quarter of an hour more or less', (from, to, name) => {
    const ingress = nextIngress(new Date(from))
    expect(Math.abs(ingress.getTime() - new Date(to).getTime())).toBeLessThan(15 * 60_000)
    expect(signOfLongitude(sunLongitudeDegrees(ingress)).name).toBe(name)
    expect(signOfLongitude(sunLongitudeDegrees(new Date(ingress.getTime() - 1))).name).not.toBe(name)
  })

  test('of the instant of one is the next one', () => {
    const first = nextIngress(new Date('2026-11-01T00:00:00Z'))
    expect(nextIngress(first).toISOString()).toMatch(/^2026-12-21/)
    expect(nextIngress(new Date(first.getTime() - 1))).toEqual(first)
  })
})

describe('signThatBeginsOn', () => {
  // The Sun enters Sagittarius on 2026-11-22 at 07:23 UTC: 02:23 in New York, 21:23 the day before in Honolulu.
  test.each([
    [21, 'America/New_York', null],
    [22, 'America/New_York', 'Sagittarius'],
    [23, 'America/New_York', null],
    [21, 'Pacific/Honolulu', 'Sagittarius'],
    [22, 'Pacific/Honolulu', null],
  ])('November %d in %s: %s', (day, timeZone, name) => {
    expect(signThatBeginsOn({ year: 2026, month: 11, day }, timeZone)?.name ?? null).toBe(name)
  })

  test('a calendar date is the zone’s own', () => {
    expect(calendarDateIn(new Date('2026-01-01T03:00:00Z'), 'America/New_York')).toEqual({
      year: 2025,
      month: 12,
      day: 31,
    })
  })
})
