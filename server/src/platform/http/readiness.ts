import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../log.ts'
import { withDeadline } from '../with-deadline.ts'

/** What a web process cannot serve without, each with a check that rejects while it fails. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void>>>

/** Prometheus and load balancers wait longer than this for an answer. */
const deadlineMs = 2_000
/** A check that hangs holds a connection, so it is started again only after this time. */
const hungAfterMs = 30_000

/**
 * Registers the gauge `almanac_ready`, which runs every check at each scrape: it is told while the database is away, and
 * needs no other request.
 *
 * @returns runs every check and gives the first error, or null; takes 2 seconds at most
 */
export function registerReadiness(
  registry: Registry,
  checks: ReadinessChecks,
  log: Log,
): () => Promise<unknown> {
  const parts = Object.entries(checks).map(([part, check]) => ({ part, check: shareRuns(check) }))
  new Gauge({
    name: 'almanac_ready',
    help: '1 where the web process has this part that it needs to serve, 0 where not',
    labelNames: ['part'],
    registers: [registry],
    aggregator: 'min',
    async collect() {
      for (const { part, error } of await runAll()) {
        this.set({ part }, error ? 0 : 1)
        if (error) log.error({ err: error, part }, 'not ready')
      }
    },
  })

  function runAll(): Promise<{ part: string; error: unknown }[]> {
    return Promise.all(
      parts.map(async ({ part, check }) => {
        const error = await withDeadline(check(), deadlineMs, `${part}: no answer in ${deadlineMs} ms`).then(
          () => null,
          (thrown: unknown) => thrown,
        )
        return { part, error }
      }),
    )
  }

  return async () => (await runAll()).find(({ error }) => error)?.error ?? null
}

/** Runs a check once for all who ask while it runs. */
function shareRuns(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    if (running) return running
    const run = check()
    running = run
    const forget = () => {
      if (running === run) running = undefined
    }
    const timer = setTimeout(forget, hungAfterMs).unref()
    run
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer)
        forget()
      })
    return run
  }
}

/** Twice the largest upload, and room for the log of an embedded database. */
const roomMinBytes = 64 * 1024 * 1024

/** @throws Error where the disk of a folder has less than 64 MiB, or no entry, left for this user. */
export async function requireRoom(folder: string, minBytes = roomMinBytes): Promise<void> {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  if (bavail * bsize < minBytes) throw new Error(`The disk of ${folder} is full`)
  // Some file systems count no entries.
  if (files > 0 && ffree === 0) throw new Error(`The disk of ${folder} has no room for another file`)
}
