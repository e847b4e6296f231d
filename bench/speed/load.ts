import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { percentile } from '../table.ts'

export interface LoadSpec {
  host: string
  port: number
  /** The status that every answer has. */
  status: number
  /** Requests with their headers, sent at random. `{session}` in one is another UUID each time. */
  heads: string[]
  /** One for each of the heads unless given. */
  connections?: number
  warmUpSeconds: number
  seconds: number
}

/** What the load process counted. */
export interface Measured {
  answered: number
  seconds: number
  bytes: number
  latenciesMs: number[]
}

export interface Load {
  perSecond: number
  mebibytesPerSecond: number
  p50Ms: number
  p99Ms: number
  slowestMs: number
  answered: number
}

const entry = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** A request as it goes over the wire. */
export function requestHead(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/**
 * Loads a server from a process of its own. `onBegun` is called once the warm-up is over.
 * @throws Error when an answer has another status than it should.
 */
export async function load(spec: LoadSpec, onBegun: () => void = () => undefined): Promise<Load> {
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
  const measured = Promise.withResolvers<Measured>()
  child.on('message', (message: Measured | 'begun') => {
    if (message === 'begun') onBegun()
    else measured.resolve(message)
  })
  child.once('exit', (code) => measured.reject(new Error(`The load ended early, with code ${code}`)))
  child.send(spec)
  const { answered, seconds, bytes, latenciesMs } = await measured.promise
  return {
    perSecond: answered / seconds,
    mebibytesPerSecond: bytes / seconds / 1_048_576,
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
    slowestMs: percentile(latenciesMs, 100),
    answered,
  }
}
