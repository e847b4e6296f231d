import { expect, test } from 'vitest'
import { sunLongitudeDegrees } from './astronomy.ts'
import { type PlanetName, planetLongitudesDegrees } from './planets.ts'

/** The smaller of the two arcs between two angles, in degrees. */
const arcBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180)

// Events that fix a planet's longitude against the Sun's: a transit has it at 0°, an opposition at 180°.
test.each<[PlanetName, string, number, string]>([
  ['Mercury', '2019-11-11T15:20:00Z', 0, 'transit'],
  ['Venus', '2012-06-06T01:30:00Z', 0, 'transit'],
  ['Mars', '2018-07-27T05:07:00Z', 180, 'opposition'],
  ['Jupiter', '2022-09-26T19:33:00Z', 180, 'opposition'],
  ['Saturn', '2023-08-27T08:28:00Z', 180, 'opposition'],
])('%s at %s is %d° from the Sun (%s)', (planet, instant, degrees) => {
  const date = new Date(instant)
  const elongation = planetLongitudesDegrees(date)[planet] - sunLongitudeDegrees(date)
  expect(arcBetween(elongation + 360, degrees)).toBeLessThan(0.3)
})

test('Jupiter and Saturn met at the first degree of Aquarius in December 2020', () => {
  const { Jupiter, Saturn } = planetLongitudesDegrees(new Date('2020-12-21T18:20:00Z'))
  expect(arcBetween(Jupiter, 300.5)).toBeLessThan(0.2)
  expect(arcBetween(Saturn, 300.5)).toBeLessThan(0.2)
})
