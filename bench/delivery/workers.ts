import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DeliveryScene } from './scene.ts'

const entry = fileURLToPath(new URL('worker.ts', import.meta.url))

/** What a worker told of itself while it ran. */
export interface WorkerFigures {
  rssMiB: number[]
  cpuSeconds: number
}

export interface RunningWorker {
  figures: WorkerFigures
  stop(): Promise<WorkerFigures>
}

/** Starts a worker of some jobs, and waits until it runs them. */
export async function startWorker(
  scene: DeliveryScene,
  jobs: readonly string[],
  environment: Record<string, string> = {},
): Promise<RunningWorker> {
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATA_DIR: scene.dataDir,
      DATABASE_URL: scene.databaseUrl,
      SANDBOX_HTTP: scene.sandbox.url,
      SANDBOX_SMTP: String(scene.sandbox.smtpPort),
      SMS_QUIET_HOURS: 'off',
      JOBS: jobs.join(','),
      ...environment,
    },
  })
  const figures: WorkerFigures = { rssMiB: [], cpuSeconds: 0 }
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') return resolve()
      const told = JSON.parse(line) as { rssMiB: number; cpuSeconds: number }
      figures.rssMiB.push(told.rssMiB)
      figures.cpuSeconds = told.cpuSeconds
    })
  })
  return {
    figures,
    async stop() {
      child.stdin.end()
      await ended
      return figures
    },
  }
}
