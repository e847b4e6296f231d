import { classNames } from './class-names.ts'
import { SIGN_DRAWINGS } from './sign-drawings.ts'
import styles from './sign-icon.module.css'

interface SignIconProps {
  /** The category's name; one of the twelve signs gets its own drawing. */
  name: string
  /** A tenant's own logo, shown as it is. */
  logoUrl?: string | null
  /** Side of the box in px. */
  size?: number
  className?: string
}

/** The drawing's stroke on its grid of 48, thinner the larger it is shown. */
function strokeWidth(size: number): number {
  if (size > 80) return 1.75
  return size >= 32 ? 2.1 : 2.5
}

/** A category's sign, hidden from screen readers: its name stands beside it. The star takes `--star`. */
export function SignIcon({ name, logoUrl, size = 32, className }: SignIconProps) {
  if (logoUrl) {
    return (
      <img className={classNames(styles.logo, className)} src={logoUrl} width={size} height={size} alt="" />
    )
  }
  const drawing = SIGN_DRAWINGS[name.trim().toLowerCase()]
  return (
    <svg
      className={classNames(styles.sign, className)}
      viewBox="0 0 48 48"
      width={size}
      height={size}
      strokeWidth={strokeWidth(size)}
      aria-hidden="true"
    >
      <path
        d={
          drawing?.path ??
          'M24 8v7M24 33v7M8 24h7M33 24h7M12.7 12.7l5 5M30.3 30.3l5 5M35.3 12.7l-5 5M17.7 30.3l-5 5'
        }
      />
      <circle className={styles.star} cx={drawing?.star[0] ?? 24} cy={drawing?.star[1] ?? 24} r="2.25" />
    </svg>
  )
}
