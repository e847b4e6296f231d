import { moonPath } from '../ui/moon-path.ts'
import { SIGN_DRAWINGS } from '../ui/sign-drawings.ts'
import type { MoonPhase } from './astronomy.ts'

/** The twelve signs once, to be drawn by `SignUse` anywhere on the page. */
export function SignSymbols() {
  return (
    <svg className="defs" width="0" height="0" aria-hidden="true">
      {Object.entries(SIGN_DRAWINGS).map(([slug, { path, star }]) => (
        <symbol key={slug} id={slug} viewBox="0 0 48 48">
          <path d={path} />
          <circle className="star" cx={star[0]} cy={star[1]} r="2.25" />
        </symbol>
      ))}
    </svg>
  )
}

export function Sign({ slug }: { slug: string }) {
  return (
    <svg className="sign" viewBox="0 0 48 48" aria-hidden="true">
      <use href={`#${slug}`} />
    </svg>
  )
}

export function Moon({ moon }: { moon: MoonPhase }) {
  return (
    <svg className="moon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10.5" />
      <path d={moonPath(moon.phase)} />
    </svg>
  )
}

/** A row of token dots; above twenty the number in the text says the rest. */
export function Tokens({ count }: { count: number }) {
  return (
    <span className="tokens" aria-hidden="true">
      {Array.from({ length: Math.min(count, 20) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike and never move
        <i key={index} />
      ))}
    </span>
  )
}

/** The house's own mark, a rising sun, where a tenant has no logo. */
export function HouseMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 25h26M7 21a9 9 0 0 1 18 0M11 21a5 5 0 0 1 10 0" />
      <path className="rays" d="M16 3v5M5.5 7.5l3.3 3.7M26.5 7.5l-3.3 3.7" />
    </svg>
  )
}

/** The wheel's rim: a tick for each degree, a longer one for every five; turned by so many degrees. */
export function WheelTicks({ degrees }: { degrees?: number }) {
  return (
    <g className="ticks" transform={degrees === undefined ? undefined : `rotate(${degrees})`}>
      <circle
        r="384"
        pathLength="360"
        strokeWidth="24"
        strokeDasharray=".16 .84"
        strokeDashoffset=".08"
        opacity=".55"
      />
      <circle r="377" pathLength="360" strokeWidth="38" strokeDasharray=".22 4.78" strokeDashoffset=".11" />
    </g>
  )
}

/** The wheel without signs or planets, of pages that have one thing to say. */
export function EmptyWheel({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="-400 -400 800 800" aria-hidden="true">
      <circle r="396" />
      <circle r="372" />
      <WheelTicks />
      <circle r="358" />
      <circle r="262" />
      <circle r="206" strokeDasharray="1 5" />
      <circle className="moon" cx="-110" cy="-174" r="26" />
    </svg>
  )
}
