import { moonPath } from '../ui/moon-path.ts'
import { moonPhase, moonPositionDegrees, signOfLongitude, sunLongitudeDegrees, ZODIAC } from './astronomy.ts'
import { WheelTicks } from './drawings.tsx'
import { type PlanetName, planetLongitudesDegrees } from './planets.ts'

/** Where on the page the Sun stands, in degrees clockwise from the right: upper left, inside the crop. */
const SUN_AT_DEGREES = 210

/** The old order of the sky around the Earth, as radii of the wheel. */
const ORBIT_RADII: Record<PlanetName | 'Moon' | 'Sun', number> = {
  Moon: 100,
  Mercury: 122,
  Venus: 144,
  Sun: 176,
  Mars: 204,
  Jupiter: 223,
  Saturn: 242,
}

const RING = { outer: 372, inner: 262, sign: 310 }

/** To a tenth of a degree: finer can't be seen, and the page then stays the same for two hours. */
const toTenth = (value: number): number => Math.round(value * 10) / 10

/**
 * The sky at an instant, seen from the Earth: the Sun at its real longitude, the zodiac turned to match, the
 * Moon in its phase and the five planets on their circles. It does not move.
 */
export function Wheel({ now, dateText }: { now: Date; dateText: string }) {
  const sunLongitude = toTenth(sunLongitudeDegrees(now))
  const moonLongitude = moonPositionDegrees(now).longitude
  const planets = planetLongitudesDegrees(now)
  const sunSign = signOfLongitude(sunLongitude)

  /** The point of the wheel at a longitude, which runs against the clock. */
  const pointAt = (longitude: number, radius: number): [x: number, y: number] => {
    const angle = ((SUN_AT_DEGREES + sunLongitude - longitude) * Math.PI) / 180
    return [toTenth(radius * Math.cos(angle)), toTenth(radius * Math.sin(angle))]
  }
  const spoke = (longitude: number, from: number, to: number) =>
    `M${pointAt(longitude, from).join()}L${pointAt(longitude, to).join()}`
  const [sunX, sunY] = pointAt(sunLongitude, ORBIT_RADII.Sun)

  return (
    <svg
      className="wheel"
      viewBox="-400 -400 800 800"
      role="img"
      aria-label={skyText(dateText, sunLongitude, now)}
    >
      <circle r="396" />
      <circle r={RING.outer} />
      <WheelTicks degrees={toTenth((SUN_AT_DEGREES + sunLongitude) % 360)} />
      <circle r="358" />
      <circle r={RING.inner} />
      <path d={ZODIAC.map((_, index) => spoke(index * 30, RING.inner, RING.outer)).join('')} />
      {Object.entries(ORBIT_RADII).map(([name, radius]) => (
        <circle key={name} r={radius} strokeDasharray="1 5" />
      ))}
      {ZODIAC.map(({ slug }, index) => {
        const [x, y] = pointAt(index * 30 + 15, RING.sign)
        const isSunSign = slug === sunSign.slug
        return (
          <use
            key={slug}
            href={`#${slug}`}
            x={toTenth(x - 25)}
            y={toTenth(y - 25)}
            width="50"
            height="50"
            className={isSunSign ? 'on' : undefined}
          />
        )
      })}
      {Object.entries(planets).map(([name, longitude]) => {
        const [x, y] = pointAt(longitude, ORBIT_RADII[name as PlanetName])
        return <circle key={name} className="dot" cx={x} cy={y} r="4" />
      })}
      <path className="hand" d={spoke(sunLongitude, ORBIT_RADII.Sun + 27, 396)} />
      <circle className="sun" cx={sunX} cy={sunY} r="15" />
      <circle className="rays" cx={sunX} cy={sunY} r="23" pathLength="24" strokeDasharray=".35 .65" />
      <g
        className="luna"
        transform={`translate(${pointAt(moonLongitude, ORBIT_RADII.Moon).join()})scale(1.35)translate(-12-12)`}
      >
        <circle cx="12" cy="12" r="10.5" />
        <path d={moonPath(moonPhase(now).phase)} />
      </g>
      <circle className="dot" r="5" />
      <circle r="16" />
    </svg>
  )
}

function skyText(dateText: string, sunLongitude: number, now: Date): string {
  const sun = signOfLongitude(sunLongitude)
  const moon = signOfLongitude(moonPositionDegrees(now).longitude)
  return `The sky on ${dateText}: the Sun at ${sun.degree} degrees of ${sun.name}, the Moon in ${moon.name}`
}
