import type { JobRun, PlatformHealth } from '@almanac/contract/operations'
import { IconRefresh } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './health.module.css'
import { adviceOnJob, hasTrouble, jobName, jobStateWords, rhythmOf } from './health-rules.ts'
import { HealthSection } from './health-section.tsx'
import type { useHealthActs } from './use-health.ts'

interface JobsPartProps {
  health: PlatformHealth
  timeZone: string
  acts: ReturnType<typeof useHealthActs>
}

/** Every job that runs in the background: those that had trouble with what it was, the others in a table. */
export function JobsPart({ health: { jobs, readAt }, timeZone, acts }: JobsPartProps) {
  const troubled = jobs.filter((job) => hasTrouble(job, readAt))
  const others = jobs.filter((job) => !hasTrouble(job, readAt))
  return (
    <HealthSection
      id="jobs"
      title="Background jobs"
      text="When each last ran through, and what it failed by in the last 24 hours. A retry has it look for work at once."
    >
      {troubled.length > 0 && (
        <ul className={styles.rows} aria-label="Jobs that failed">
          {troubled.map((job) => (
            <Troubled key={job.name} job={job} timeZone={timeZone} acts={acts} />
          ))}
        </ul>
      )}
      {(others.length > 0 || troubled.length === 0) && (
        <DataTable
          label="Jobs that are well"
          columns={columnsIn(timeZone)}
          rows={others}
          rowKey={({ name }) => name}
          rowName={jobName}
          actionsHead="Retry"
          actions={[
            {
              label: 'Retry',
              icon: IconRefresh,
              disabled: ({ name }) => acts.isRunning(name),
              onClick: ({ name }) => acts.retry(name),
            },
          ]}
          empty={<EmptyState>No worker has run yet. Start one, and its jobs are listed here.</EmptyState>}
        />
      )}
    </HealthSection>
  )
}

const tagKinds = { well: 'good', failing: 'bad', overdue: 'warn' } as const

const StateTag = ({ state }: Pick<JobRun, 'state'>) => (
  <Tag kind={tagKinds[state]}>{jobStateWords[state]}</Tag>
)

type TroubledProps = Pick<JobsPartProps, 'timeZone' | 'acts'> & { job: JobRun }

/** When and by what a job failed, and what to do where it still does. */
function Troubled({ job, timeZone, acts }: TroubledProps) {
  const { lastSuccessAt, lastFailureAt, failure } = job
  const success = lastSuccessAt === null ? 'none yet' : formatDateTime(lastSuccessAt, timeZone)
  return (
    <li>
      <div>
        <p className={styles.name}>
          {jobName(job)}
          <StateTag state={job.state} />
        </p>
        <p className="quiet">
          Looks {rhythmOf(job)}, last success: {success}
        </p>
        {lastFailureAt !== null && (
          <p>
            {formatDateTime(lastFailureAt, timeZone)}: {failure}
          </p>
        )}
        <p>{adviceOnJob(job)}</p>
      </div>
      <Button
        icon={IconRefresh}
        pending={acts.isRunning(job.name)}
        aria-label={`Retry ${jobName(job)}`}
        onClick={() => acts.retry(job.name)}
      >
        Retry
      </Button>
    </li>
  )
}

const columnsIn = (timeZone: string): Column<JobRun>[] => [
  { id: 'job', head: 'Job', lead: true, cell: jobName },
  { id: 'state', head: 'State', short: '', card: 'first', cell: StateTag },
  {
    id: 'success',
    head: 'Last Success',
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === null ? 'None yet' : formatDateTime(lastSuccessAt, timeZone),
  },
  { id: 'rhythm', head: 'Looks', quiet: true, cell: rhythmOf },
]
