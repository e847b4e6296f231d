import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { keepMetrics } from '../platform/http/metrics.ts'
import { keepSharedCalls } from '../platform/http/shared-calls.ts'
import type { Log } from '../platform/log.ts'

const entry = fileURLToPath(new URL('./web-process.ts', import.meta.url))
const againAfterMs = 1_000

export interface WebProcesses {
  stop(): Promise<void>
}

/**
 * Runs web processes that share one port, and starts another for each that ends.
 *
 * @param environment beside this process's own: the settings of each
 * @throws Error when one of them ends before it serves
 */
export async function runWebProcesses(
  count: number,
  environment: Record<string, string>,
  log: Log,
): Promise<WebProcesses> {
  keepSharedCalls()
  keepMetrics()
  cluster.setupPrimary({ exec: entry, args: [] })
  const running = new Set<Worker>()
  let isUp = false
  let isStopping = false

  async function start(): Promise<void> {
    const worker = cluster.fork(environment)
    running.add(worker)
    // Words to one that has just ended are lost with it.
    worker.on('error', (error) => log.warn({ error: error.message }, 'a web process was not reached'))
    const listening = Promise.withResolvers<void>()
    worker.once('listening', () => listening.resolve())
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      listening.reject(new Error('A web process ended before it served; its own message stands above.'))
      if (!isUp || isStopping) return
      log.error({ code, signal }, 'a web process ended; another one is started')
      setTimeout(() => isStopping || start().catch(() => undefined), againAfterMs)
    })
    await listening.promise
  }

  async function stop(): Promise<void> {
    isStopping = true
    await Promise.all(
      [...running].map(async (worker) => {
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await ended
      }),
    )
  }

  try {
    await Promise.all(Array.from({ length: count }, start))
    isUp = true
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}
