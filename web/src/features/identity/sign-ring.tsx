import { SIGN_DRAWINGS } from '../../ui/sign-drawings.ts'
import styles from './sign-ring.module.css'

/** Degrees counter-clockwise from the right, where Aries begins. */
const ARIES_DEGREES = -90
const SIGN_SIZE = 26

function pointAt(degrees: number, radius: number): [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180
  return [Math.round(radius * Math.cos(angle) * 10) / 10, Math.round(-radius * Math.sin(angle) * 10) / 10]
}

/** The twelve houses as a wheel around the Sun, its rim a graduated rule of 360 degrees. Decoration. */
export function SignRing({ className }: { className: string | undefined }) {
  return (
    <svg className={`${styles.ring} ${className}`} viewBox="-200 -200 400 400" aria-hidden="true">
      <circle r="190" pathLength="360" strokeWidth="10" strokeDasharray=".2 .8" strokeDashoffset=".1" />
      <circle r="187" pathLength="72" strokeWidth="16" strokeDasharray=".05 .95" strokeDashoffset=".025" />
      <circle r="172" />
      <circle r="120" />
      {Object.entries(SIGN_DRAWINGS).map(([name, { path, star }], house) => {
        const degrees = ARIES_DEGREES + house * 30
        const [x, y] = pointAt(degrees + 15, 147)
        return (
          <g key={name}>
            <path d={`M${pointAt(degrees, 120).join(' ')}L${pointAt(degrees, 177).join(' ')}`} />
            <svg
              className={styles.sign}
              x={x - SIGN_SIZE / 2}
              y={y - SIGN_SIZE / 2}
              width={SIGN_SIZE}
              height={SIGN_SIZE}
              viewBox="0 0 48 48"
              aria-hidden="true"
            >
              <path d={path} />
              <circle className={styles.star} cx={star[0]} cy={star[1]} r="2.25" />
            </svg>
          </g>
        )
      })}
      <circle className={styles.sun} r="34" />
      <circle className={styles.rays} r="46" pathLength="36" strokeWidth="8" strokeDasharray=".25 .75" />
    </svg>
  )
}
