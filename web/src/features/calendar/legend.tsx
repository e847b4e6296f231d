import styles from './legend.module.css'
import { SunburstMark } from './marks.tsx'
import bars from './reading-line.module.css'

const SUNBURSTS = [
  ['scheduled', 'Scheduled'],
  ['sending', 'Being sent'],
  ['sent', 'Sent'],
  ['missed', 'Missed'],
  ['missing', 'Missing'],
] as const

const READINGS = [
  [bars.running, 'Running'],
  [bars.scheduled, 'Scheduled'],
  [bars.ended, 'Ended'],
  [bars.missing, 'Missing'],
  [styles.unreleased, 'No new one that week'],
] as const

/** What the marks of the calendar mean. */
export function Legend() {
  return (
    <dl className={styles.legend}>
      <div>
        <dt>Sunbursts</dt>
        {SUNBURSTS.map(([of, word]) => (
          <dd key={of}>
            <SunburstMark of={of} />
            {word}
          </dd>
        ))}
      </div>
      <div>
        <dt>Readings</dt>
        {READINGS.map(([look, word]) => (
          <dd key={word}>
            <span className={`${styles.sample} ${look}`} />
            {word}
          </dd>
        ))}
      </div>
    </dl>
  )
}
