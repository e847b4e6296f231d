import type { Log } from './log.ts'

/**
 * Work that the domain's own tables say is due. A job claims rows, acts, and records the outcome in them, so that
 * what a crash left is found by the next run of any worker; a wake-up only makes it run sooner.
 */
export interface Job {
  readonly name: string
  /** How often it looks by itself, in seconds. */
  readonly everySeconds: number
  /** Does one bounded batch; answers how many rows it handled, so that a full batch is followed by another. */
  run(): Promise<number>
}

export interface JobRunner {
  wake(name: string): void
  /** Stops taking up work and waits for what is under way. */
  stop(): Promise<void>
}

const failurePauseMs = 1_000

/** Runs each job in a loop of its own, one batch at a time. */
export function runJobs(jobs: readonly Job[], log: Log): JobRunner {
  let isStopping = false
  const wakers = new Map<string, () => void>()

  async function loop(job: Job): Promise<void> {
    while (!isStopping) {
      const pause = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, job.everySeconds * 1_000)
        wakers.set(job.name, () => {
          clearTimeout(timer)
          resolve()
        })
      })
      const handled = await job.run().catch(async (error: unknown) => {
        log.error({ job: job.name, err: error }, 'job failed')
        await new Promise((resolve) => setTimeout(resolve, failurePauseMs))
        return 0
      })
      if (handled > 0) wakers.get(job.name)?.()
      await pause
    }
  }

  const loops = jobs.map(loop)
  return {
    wake: (name) => wakers.get(name)?.(),
    async stop() {
      isStopping = true
      for (const wake of wakers.values()) wake()
      await Promise.all(loops)
    },
  }
}
