/**
 * Where the five planets of the naked eye stand, for the landing page's wheel. Pure.
 *
 * Source: E. M. Standish, "Keplerian Elements for Approximate Positions of the Major Planets" (JPL Solar
 * System Dynamics), table 1, valid 1800 to 2050; general precession in longitude from IAU 1976.
 */

/** Semi-major axis (au), eccentricity, inclination, mean longitude, longitudes of perihelion and node (degrees). */
type Elements = readonly [
  axis: number,
  eccentricity: number,
  inclination: number,
  longitude: number,
  perihelion: number,
  node: number,
]

/** The elements at J2000.0 and their change in a Julian century. */
type Orbit = { atEpoch: Elements; perCentury: Elements }

const EARTH: Orbit = {
  atEpoch: [1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0],
  perCentury: [0.00000562, -0.00004392, -0.01294668, 35999.37244981, 0.32327364, 0],
}

const PLANETS: Record<PlanetName, Orbit> = {
  Mercury: {
    atEpoch: [0.38709927, 0.20563593, 7.00497902, 252.2503235, 77.45779628, 48.33076593],
    perCentury: [0.00000037, 0.00001906, -0.00594749, 149472.67411175, 0.16047689, -0.12534081],
  },
  Venus: {
    atEpoch: [0.72333566, 0.00677672, 3.39467605, 181.9790995, 131.60246718, 76.67984255],
    perCentury: [0.0000039, -0.00004107, -0.0007889, 58517.81538729, 0.00268329, -0.27769418],
  },
  Mars: {
    atEpoch: [1.52371034, 0.0933941, 1.84969142, -4.55343205, -23.94362959, 49.55953891],
    perCentury: [0.00001847, 0.00007882, -0.00813131, 19140.30268499, 0.44441088, -0.29257343],
  },
  Jupiter: {
    atEpoch: [5.202887, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909],
    perCentury: [-0.00011607, -0.00013253, -0.00183714, 3034.74612775, 0.21252668, 0.20469106],
  },
  Saturn: {
    atEpoch: [9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448],
    perCentury: [-0.0012506, -0.00050991, 0.00193609, 1222.49362201, -0.41897216, -0.28867794],
  },
}

export type PlanetName = 'Mercury' | 'Venus' | 'Mars' | 'Jupiter' | 'Saturn'

const PRECESSION_DEGREES_PER_CENTURY = 1.3969713
const RADIANS = Math.PI / 180

/** The geocentric ecliptic longitudes of the five planets, equinox of date, 0 to below 360; good to about 0.2°. */
export function planetLongitudesDegrees(date: Date): Record<PlanetName, number> {
  const centuries = (date.getTime() - Date.UTC(2000, 0, 1, 12)) / 86_400_000 / 36_525
  const earth = heliocentricPosition(EARTH, centuries)
  const seen = (orbit: Orbit): number => {
    const planet = heliocentricPosition(orbit, centuries)
    const longitude = Math.atan2(planet.y - earth.y, planet.x - earth.x) / RADIANS
    return (((longitude + PRECESSION_DEGREES_PER_CENTURY * centuries) % 360) + 360) % 360
  }
  return {
    Mercury: seen(PLANETS.Mercury),
    Venus: seen(PLANETS.Venus),
    Mars: seen(PLANETS.Mars),
    Jupiter: seen(PLANETS.Jupiter),
    Saturn: seen(PLANETS.Saturn),
  }
}

/** The position in the plane of the ecliptic of J2000.0, in astronomical units, x towards the equinox. */
function heliocentricPosition(orbit: Orbit, centuries: number): { x: number; y: number } {
  const element = (index: 0 | 1 | 2 | 3 | 4 | 5) => orbit.atEpoch[index] + orbit.perCentury[index] * centuries
  const [axis, eccentricity, inclination, node] = [
    element(0),
    element(1),
    element(2) * RADIANS,
    element(5) * RADIANS,
  ]
  const perihelion = element(4) * RADIANS - node
  const eccentricAnomaly = solveKepler((element(3) - element(4)) * RADIANS, eccentricity)
  const alongAxis = axis * (Math.cos(eccentricAnomaly) - eccentricity)
  const acrossAxis = axis * Math.sqrt(1 - eccentricity ** 2) * Math.sin(eccentricAnomaly)
  const fromNode = alongAxis * Math.cos(perihelion) - acrossAxis * Math.sin(perihelion)
  const tilted =
    (alongAxis * Math.sin(perihelion) + acrossAxis * Math.cos(perihelion)) * Math.cos(inclination)
  return {
    x: fromNode * Math.cos(node) - tilted * Math.sin(node),
    y: fromNode * Math.sin(node) + tilted * Math.cos(node),
  }
}

/** Kepler's equation by Newton's method; eight rounds are past the precision of a double for these orbits. */
function solveKepler(meanAnomaly: number, eccentricity: number): number {
  let anomaly = meanAnomaly + eccentricity * Math.sin(meanAnomaly)
  for (let round = 0; round < 8; round += 1) {
    const error = anomaly - eccentricity * Math.sin(anomaly) - meanAnomaly
    anomaly -= error / (1 - eccentricity * Math.cos(anomaly))
  }
  return anomaly
}
