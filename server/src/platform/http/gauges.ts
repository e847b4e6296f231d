import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../log.ts'
import { withDeadline } from '../with-deadline.ts'

/** One figure at one moment. */
export interface Sample {
  /** The name of its gauge. */
  gauge: string
  labels: Readonly<Record<string, string>>
  value: number
}

export interface Gauges {
  /** What each gauge counts, by its name, and the one label that it has. */
  help: Readonly<Record<string, { help: string; label: string }>>
  read(): Promise<readonly Sample[]>
}

/** A scrape waits no longer for the database than this. */
const deadlineMs = 3_000

/**
 * Gauges of what is in the database, read at each scrape. Every web process reads the same, so their maximum is the figure
 * of all. While the database does not answer they are left out; what the process counts itself is still told.
 */
export function registerGauges(registry: Registry, { help, read }: Gauges, log: Log): void {
  let reading: Promise<readonly Sample[]> | null = null

  /** All gauges of one answer are of one reading. */
  function readOnce(): Promise<readonly Sample[]> {
    reading ??= withDeadline(read(), deadlineMs, `no figures in ${deadlineMs} ms`)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the figures of the platform could not be read')
        return []
      })
      .finally(() => {
        reading = null
      })
    return reading
  }

  for (const [name, { help: words, label }] of Object.entries(help)) {
    new Gauge({
      name,
      help: words,
      labelNames: [label],
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const samples = await readOnce()
        this.reset()
        for (const { gauge, labels, value } of samples) if (gauge === name) this.set(labels, value)
      },
    })
  }
}
