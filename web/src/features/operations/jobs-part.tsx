import type { JobRun, PlatformHealth } from '@almanac/contract/operations'
import { IconRefresh } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './health.module.css'
import { adviceOnJob, jobStateWords } from './health-rules.ts'
import { HealthSection } from './health-section.tsx'
import type { useHealthActs } from './use-health.ts'

interface JobsPartProps {
  health: PlatformHealth
  timeZone: string
  acts: ReturnType<typeof useHealthActs>
}

const tagKinds = { well: 'good', failing: 'bad', overdue: 'warn' } as const

/** Every job that runs in the background, those that need somebody first. */
export function JobsPart({ health: { jobs }, timeZone, acts }: JobsPartProps) {
  return (
    <HealthSection
      id="jobs"
      title="Background jobs"
      text="When each last ran through, and what it last failed by. A retry has it look for work at once."
    >
      {jobs.length === 0 && <p className="quiet">No worker has run yet. Start one.</p>}
      <ul className={styles.rows} aria-label="Background jobs">
        {jobs.map((job) => (
          <li key={job.name}>
            <div>
              <p className={styles.name}>
                {nameInWords(job.name)}
                <Tag kind={tagKinds[job.state]}>{jobStateWords[job.state]}</Tag>
              </p>
              <p className="quiet">{rhythmOf(job, timeZone)}</p>
              {job.failure !== null && job.lastFailureAt !== null && (
                <p>
                  {job.state === 'failing' ? 'Failed' : 'Last failed'}{' '}
                  {formatDateTime(job.lastFailureAt, timeZone)}: {job.failure}
                </p>
              )}
              {job.state !== 'well' && <p>{adviceOnJob(job)}</p>}
            </div>
            <Button
              icon={IconRefresh}
              pending={acts.isRunning(job.name)}
              aria-label={`Retry ${nameInWords(job.name)}`}
              onClick={() => acts.retry(job.name)}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
    </HealthSection>
  )
}

/** `plan-due-texts` is `Plan due texts`. */
function nameInWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function rhythmOf({ everySeconds, lastSuccessAt }: JobRun, timeZone: string): string {
  const rhythm = everySeconds < 60 ? `every ${everySeconds} s` : `every ${Math.round(everySeconds / 60)} min`
  const last =
    lastSuccessAt === null
      ? 'has not run through yet'
      : `last ran through ${formatDateTime(lastSuccessAt, timeZone)}`
  return `Looks ${rhythm}, ${last}`
}
