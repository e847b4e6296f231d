import { Link } from 'react-router'
import styles from './shell.module.css'
import type { ShellTenant } from './shell-types.ts'

interface BrandProps {
  tenant: ShellTenant
  to: string
  onClick?: (event: React.MouseEvent) => void
}

/** The tenant's logo or our rising sun, and the company's name; leads home. */
export function Brand({ tenant, to, onClick }: BrandProps) {
  return (
    <Link className={styles.brand} to={to} onClick={onClick} aria-label={tenant.companyName}>
      {tenant.logoUrl ? <img className="logo" src={tenant.logoUrl} alt="" /> : <RisingSun />}
      <span>{tenant.companyName}</span>
    </Link>
  )
}

/** The product's own mark. */
export function RisingSun({ size = 32 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 25h26M7 21a9 9 0 0 1 18 0M11 21a5 5 0 0 1 10 0" />
      <path className={styles.rays} d="M16 3v5M5.5 7.5l3.3 3.7M26.5 7.5l-3.3 3.7" />
    </svg>
  )
}
