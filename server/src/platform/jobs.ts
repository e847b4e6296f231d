import type { JobNotes } from './job-runs.ts'
import { type Lane, runLane } from './lanes.ts'
import type { Log } from './log.ts'
import { makePause, type Pause } from './pause.ts'

/**
 * Work that the domain's own tables say is due. A sweep claims rows, acts, and records the outcome in them, so that
 * what a crash left is found by the next run of any worker; a wake-up only makes it run sooner.
 */
export interface Sweep {
  readonly name: string
  /** How often it looks by itself, in seconds. */
  readonly everySeconds: number
  /**
   * Does one bounded batch; answers how many rows it moved on. Rows that were only looked at and left as they were do
   * not count: a batch that moved nothing is followed by a pause, however much was due.
   */
  run(): Promise<number>
}

/** Work of either form: in batches, or row by row through a window. */
export type Job = Sweep | Lane

export interface JobRunner {
  /** Ends the pause of all jobs of a name: those of several providers share one. */
  wake(name: string): void
  /** Stops taking up work and waits for what is under way. */
  stop(): Promise<void>
}

/** Runs each job in a loop of its own. */
export function runJobs(jobs: readonly Job[], log: Log, notes?: JobNotes): JobRunner {
  notes?.begun(jobs)
  const stopping = new AbortController()
  const paused = jobs.map((job) => ({ job, pause: makePause(job.everySeconds) }))
  const loops = paused.map(({ job, pause }) => {
    const on = { log, pause, notes, stopping: stopping.signal }
    return 'run' in job ? runSweep(job, on) : runLane(job, on)
  })
  return {
    wake(name) {
      for (const { job, pause } of paused) if (job.name === name) pause.end()
    },
    async stop() {
      stopping.abort()
      for (const { pause } of paused) pause.end()
      await Promise.all(loops)
    },
  }
}

const failurePauseMs = 1_000

async function runSweep(
  job: Sweep,
  {
    log,
    pause,
    notes,
    stopping,
  }: { log: Log; pause: Pause; notes: JobNotes | undefined; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    // Begun before the batch, so that a wake-up during it is followed by another.
    const paused = pause.begin()
    const moved = await job.run().then(
      (rows) => {
        notes?.succeeded(job.name)
        return rows
      },
      async (error: unknown) => {
        log.error({ job: job.name, err: error }, 'job failed')
        notes?.failed(job.name, error)
        await new Promise((resolve) => setTimeout(resolve, failurePauseMs))
        return 0
      },
    )
    if (moved > 0) pause.end()
    await paused
  }
}
