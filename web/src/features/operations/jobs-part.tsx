import type { JobRun, PlatformHealth } from '@almanac/contract/operations'
import { IconRefresh } from '@tabler/icons-react'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './health.module.css'
import { adviceOnJob, jobName, jobStateWords, rhythmOf } from './health-rules.ts'
import { HealthSection } from './health-section.tsx'
import type { useHealthActs } from './use-health.ts'

interface JobsPartProps {
  health: PlatformHealth
  timeZone: string
  acts: ReturnType<typeof useHealthActs>
}

/** Every job that runs in the background, those that need somebody first. */
export function JobsPart({ health: { jobs }, timeZone, acts }: JobsPartProps) {
  return (
    <HealthSection
      id="jobs"
      title="Background jobs"
      text="When each last ran through, and what it last failed by. A retry has it look for work at once."
    >
      <DataTable
        label="Background jobs"
        columns={columnsIn(timeZone)}
        rows={jobs}
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
    </HealthSection>
  )
}

const tagKinds = { well: 'good', failing: 'bad', overdue: 'warn' } as const

const columnsIn = (timeZone: string): Column<JobRun>[] => [
  { id: 'job', head: 'Job', lead: true, cell: (job) => <span className={styles.whole}>{jobName(job)}</span> },
  {
    id: 'state',
    head: 'State',
    short: '',
    card: 'first',
    cell: ({ state }) => <Tag kind={tagKinds[state]}>{jobStateWords[state]}</Tag>,
  },
  {
    id: 'success',
    head: 'Last Success',
    cell: ({ lastSuccessAt }) => (
      <span className={styles.whole}>
        {lastSuccessAt === null ? 'None yet' : formatDateTime(lastSuccessAt, timeZone)}
      </span>
    ),
  },
  {
    id: 'rhythm',
    head: 'Looks',
    quiet: true,
    cell: (job) => <span className={styles.whole}>{rhythmOf(job)}</span>,
  },
  {
    id: 'failure',
    head: 'Last Failure',
    quiet: true,
    card: (job) => (failureOf(job, timeZone) === null ? 'none' : 'second'),
    cell: (job) => <span className={styles.failure}>{failureOf(job, timeZone) ?? '–'}</span>,
  },
]

/** When and by what it failed, and what to do where it still does. */
function failureOf(job: JobRun, timeZone: string): string | null {
  const { failure, lastFailureAt, state } = job
  const advice = state === 'well' ? '' : adviceOnJob(job)
  if (lastFailureAt === null) return advice || null
  const said = `${formatDateTime(lastFailureAt, timeZone)}: ${failure ?? 'It said nothing.'}`
  return advice ? `${said} ${advice}` : said
}
