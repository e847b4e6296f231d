import styles from './consumers.module.css'

interface AddressProps {
  verified: string | null
  /** One that waits for its code. */
  unverified: string | null
}

/** An email address or phone number, and what waits to take its place; the word `none` where there is neither. */
export function Address({ verified, unverified }: AddressProps) {
  if (verified === null && unverified === null) return 'none'
  return (
    <>
      {verified !== null && <span className={styles.address}>{verified}</span>}
      {unverified !== null && (
        <span className={styles.address}>
          {unverified} <span className={styles.unverified}>(Unverified)</span>
        </span>
      )}
    </>
  )
}
