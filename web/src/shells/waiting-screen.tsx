import styles from './waiting-screen.module.css'

const TICKS = Array.from({ length: 12 }, (_, tick) => tick)

/** While a session is verified or a screen is fetched: a dial whose ticks light up one by one, after a moment's patience. */
export function WaitingScreen() {
  return (
    <div className={styles.screen} role="status" aria-label="Loading">
      <svg className={styles.dial} viewBox="-24 -24 48 48" aria-hidden="true">
        {TICKS.map((tick) => (
          <path
            key={tick}
            d={tick % 3 === 0 ? 'M0 -22v8' : 'M0 -22v5'}
            transform={`rotate(${tick * 30})`}
            style={{ animationDelay: `${tick * 100 - 1200}ms` }}
          />
        ))}
      </svg>
    </div>
  )
}
