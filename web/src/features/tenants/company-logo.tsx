import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './company-logo.module.css'

interface CompanyLogoProps {
  name: string
  /** Where the picture is; its initial stands for it where there is none. */
  url: string | null
  size: 'small' | 'large'
}

/** A company's logo, twice as wide as tall. Decoration: the name stands beside it. */
export function CompanyLogo({ name, url, size }: CompanyLogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = url !== null && url !== broken
  return (
    <span
      className={classNames(styles.frame, styles[size], !isShown && styles.empty)}
      data-initial={isShown ? undefined : ([...name.trim()][0]?.toUpperCase() ?? undefined)}
      aria-hidden="true"
    >
      {isShown && <img className="logo" src={url} alt="" onError={() => setBroken(url)} />}
    </span>
  )
}
