import type { PlatformHealth } from '@almanac/contract/operations'
import { formatDateTime } from '../../ui/format.ts'
import styles from './health.module.css'
import { doubtWords } from './health-rules.ts'
import { HealthSection } from './health-section.tsx'

interface BouncesPartProps {
  health: PlatformHealth
  timeZone: string
}

/** Reports that an email did not arrive, which are not believed. */
export function BouncesPart({ health, timeZone }: BouncesPartProps) {
  return (
    <HealthSection
      id="bounces"
      title="Suspicious bounces"
      text="Reports of the last seven days that an email did not arrive, although it seems to have. No token was returned for them."
    >
      <ul className={styles.rows} aria-label="Suspicious bounces">
        {health.doubtedBounces.map((bounce) => (
          <li key={bounce.deliveryId}>
            <div>
              <p className={styles.name}>
                {bounce.username} at {bounce.companyName}
              </p>
              <p className="quiet">
                Status {bounce.status}, received {formatDateTime(bounce.receivedAt, timeZone)}
              </p>
              <p>{doubtWords[bounce.doubt]}</p>
            </div>
          </li>
        ))}
      </ul>
    </HealthSection>
  )
}
