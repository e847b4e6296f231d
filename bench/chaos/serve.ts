import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { World } from './world.ts'

const entry = fileURLToPath(new URL('../../server/test/served-app.ts', import.meta.url))

/** The product as a process of its own: its routes and all its jobs. */
export interface Served {
  port: number
  url: string
  /** When it listened, in milliseconds since 1970. */
  readyAt: number
  /** Resolves when it is gone, to the signal that ended it, if one did. */
  ended: Promise<NodeJS.Signals | null>
  isAlive(): boolean
  /** Sends it a signal, and waits for nothing. */
  signal(name: NodeJS.Signals): void
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts the product on the world's database and sandbox; `world.close` ends it if nobody else did. */
export async function serve(world: World, environment: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [entry], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: world.dataDir,
      DATABASE_URL: world.databaseUrl,
      PUBLIC_URL: world.publicUrl,
      SANDBOX_URL: world.sandbox.url,
      SANDBOX_SMTP_PORT: String(world.sandbox.smtpPort),
      RATE_LIMIT_SESSION: '1000000',
      ...environment,
    },
  })
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const kill = async () => {
    if (isAlive()) child.kill('SIGKILL')
    await ended
  }
  world.atClose.push(kill)
  const port = await readPort(child)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    readyAt: Date.now(),
    ended,
    isAlive,
    signal: (name) => void child.kill(name),
    kill,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

async function readPort(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('The process has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return (JSON.parse(line) as { port: number }).port
  }
  throw new Error('The process ended before it listened')
}
