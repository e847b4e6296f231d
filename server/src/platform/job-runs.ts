import type { JobRun } from '@almanac/contract/operations'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import type { Log } from './log.ts'

declare module './database.ts' {
  interface Tables {
    /** How each job fares, whichever worker runs it; those of several providers that share a name are one. */
    jobRuns: {
      name: string
      everySeconds: number
      /** When a worker last began to run it. */
      startedAt: Date
      lastSuccessAt: Date | null
      lastFailureAt: Date | null
      /** What the last failure said. */
      failure: string | null
    }
  }
}

/** Takes down how jobs fare. It never fails, and nobody waits for it. */
export interface JobNotes {
  begun(jobs: readonly { name: string; everySeconds: number }[]): void
  succeeded(name: string): void
  failed(name: string, error: unknown): void
}

/** How often one job's outcome is written down while it stays the same. */
const pauseMs = { success: 60_000, failure: 5_000 }
const sentenceMaxCharacters = 500

/** Notes in the database: the first success after a failure at once, what is as before at most every minute. */
export function keepJobNotes(reader: Reader, log: Log): JobNotes {
  const last = new Map<string, { outcome: 'success' | 'failure'; at: number }>()

  let listed: Promise<unknown> = Promise.resolve()

  function write(statement: RawBuilder<unknown>): Promise<unknown> {
    return statement
      .execute(reader)
      .catch((error: unknown) => log.warn({ err: error }, 'how a job fared could not be written down'))
  }

  function isNews(name: string, outcome: 'success' | 'failure'): boolean {
    const before = last.get(name)
    const now = performance.now()
    if (before?.outcome === outcome && now - before.at < pauseMs[outcome]) return false
    last.set(name, { outcome, at: now })
    return true
  }

  return {
    begun(jobs) {
      const rhythms = new Map(jobs.map(({ name, everySeconds }) => [name, Math.ceil(everySeconds)]))
      const names = [...rhythms.keys()]
      // Those that are none of these are of an older version.
      listed = write(sql`
        with gone as (delete from job_runs where name <> all(${names}::text[]))
        insert into job_runs (name, every_seconds)
        select * from unnest(${names}::text[], ${[...rhythms.values()]}::int[])
        on conflict (name) do update set every_seconds = excluded.every_seconds, started_at = now()
      `)
    },
    succeeded(name) {
      if (!isNews(name, 'success')) return
      void listed.then(() => write(sql`update job_runs set last_success_at = now() where name = ${name}`))
    },
    failed(name, error) {
      if (!isNews(name, 'failure')) return
      const failure = (error instanceof Error ? error.message : String(error)).slice(0, sentenceMaxCharacters)
      void listed.then(() =>
        write(sql`update job_runs set last_failure_at = now(), failure = ${failure} where name = ${name}`),
      )
    },
  }
}

/** How every job fares; those that need somebody first, then by name. */
export async function readJobRuns(reader: Reader): Promise<JobRun[]> {
  const { rows } = await sql<
    Omit<JobRun, 'lastSuccessAt' | 'lastFailureAt'> & {
      lastSuccessAt: Date | null
      lastFailureAt: Date | null
    }
  >`
    select * from (
      select name, every_seconds, last_success_at, last_failure_at, failure, case
          when last_failure_at >= coalesce(last_success_at, '-infinity') then 'failing'
          when coalesce(last_success_at, started_at) < now() - make_interval(secs => greatest(300, 3 * every_seconds))
            then 'overdue'
          else 'well' end as state
      from job_runs
    ) as job
    order by array_position(array['failing', 'overdue', 'well'], state), name
  `.execute(reader)
  return rows.map(({ lastSuccessAt, lastFailureAt, ...job }) => ({
    ...job,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: lastFailureAt?.toISOString() ?? null,
  }))
}
