import styles from './reading-skeleton.module.css'

const PLACES = [0, 1, 2, 3, 4, 5]

/** The rows' places before they are there. */
export function ReadingSkeleton() {
  return (
    <div role="status" aria-label="Loading the readings">
      {PLACES.map((place) => (
        <div key={place} className={styles.place} aria-hidden="true">
          <span className={styles.disc} />
          <span className={styles.lines}>
            <span />
            <span />
          </span>
          <span className={styles.price} />
        </div>
      ))}
    </div>
  )
}
