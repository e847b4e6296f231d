import type { Caller, PlatformHealth } from '@almanac/contract/operations'
import { formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import { adviceOnCaller, agoOf, callerWords, untoldOf } from './caller-rules.ts'
import styles from './health.module.css'
import { HealthSection } from './health-section.tsx'

interface CallersPartProps {
  health: PlatformHealth
  timeZone: string
}

/** When each provider last called us, and what to do about one that is silent though it should have spoken. */
export function CallersPart({ health: { callers, readAt }, timeZone }: CallersPartProps) {
  return (
    <HealthSection
      id="callers"
      title="Last heard from"
      text="When each provider last called us: of payments by an event, of SMS by a report."
    >
      <ul className={styles.rows} aria-labelledby="callers">
        {callers.map((caller) => (
          <li key={caller.name}>
            <div>
              <p className={styles.name}>
                {callerWords(caller)}
                {caller.isSilent && <Tag kind="warn">Silent</Tag>}
              </p>
              <p className="quiet">{heardOf(caller, readAt, timeZone)}</p>
              {caller.isSilent && (
                <div className={styles.silence}>
                  <p>{untoldOf(caller)}</p>
                  <p className={styles.advice}>{adviceOnCaller(caller)}</p>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </HealthSection>
  )
}

/** `Nov 23, 2026 09:58, 5 minutes ago`. */
function heardOf({ lastHeardAt }: Caller, readAt: string, timeZone: string): string {
  return lastHeardAt === null
    ? 'Never'
    : `${formatDateTime(lastHeardAt, timeZone)}, ${agoOf(lastHeardAt, readAt)}`
}
