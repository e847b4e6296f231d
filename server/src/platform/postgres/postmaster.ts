import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { plainEnvironment } from './create-cluster.ts'
import type { ServerLog } from './log-file.ts'
import { endPostmaster } from './orphan.ts'
import type { RunAs } from './run-as.ts'
import { serverSettings } from './server-settings.ts'

export interface ServerToRun {
  postgres: string
  clusterDir: string
  durable: boolean
  runAs: RunAs
  log: ServerLog
}

export interface Postmaster {
  pid: number
  port: number
  /** Settles when the process has ended, whatever the reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * Starts the server on 127.0.0.1, and on a socket in the cluster's folder where that has a name short enough, and waits
 * until it takes connections.
 *
 * @param options.port the one to use again after a crash; else a free one is chosen
 * @param options.onSpawn called when there is nothing left to do but to wait
 * @throws Error with the server's own words when it doesn't come up
 */
export async function startPostmaster(
  server: ServerToRun,
  { port, onSpawn }: { port?: number; onSpawn?: (() => void) | undefined } = {},
): Promise<Postmaster> {
  await removeSockets(server.clusterDir)
  for (let attempt = 1; ; attempt++) {
    const chosen = port ?? (await findFreePort())
    const logOffset = await server.log.size()
    const postmaster = spawnPostmaster(server, chosen)
    onSpawn?.()
    if (await waitUntilReady(postmaster, server.clusterDir)) return postmaster
    await postmaster.stop()
    const words = await server.log.readFrom(logOffset)
    // Between choosing a free port and binding it, somebody else may have taken it.
    if (words.includes('could not bind') && attempt < 5) continue
    throw new Error(`PostgreSQL did not start: ${words}`)
  }
}

/** A server that was killed leaves its socket, under the port of that time. */
async function removeSockets(clusterDir: string): Promise<void> {
  const left = (await readdir(clusterDir)).filter((name) => name.startsWith('.s.PGSQL.'))
  await Promise.all(left.map((name) => rm(join(clusterDir, name), { force: true })))
}

function spawnPostmaster(
  { postgres, clusterDir, durable, runAs, log }: ServerToRun,
  port: number,
): Postmaster {
  const settings = Object.entries(serverSettings({ port, durable, clusterDir })).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(postgres, ['-D', clusterDir, ...settings], {
    ...runAs.ids,
    cwd: '/',
    env: plainEnvironment(),
    // A session of its own: Ctrl-C in a terminal is for us, who still need the database to end in order.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  )
  const watch = child.pid ? watchOver(child.pid, runAs) : undefined
  void ended.then(() => watch?.kill('SIGKILL'))
  const pid = child.pid ?? 0
  let running = pid !== 0
  void ended.then(() => {
    running = false
  })
  return {
    pid,
    port,
    ended,
    async stop() {
      if (running) await endPostmaster(pid, { fastMs: 4_000, immediateMs: 500 })
      await ended
    },
  }
}

/**
 * A tiny process that stops the server when we are gone without having done so: its input is a pipe that only we hold
 * open, and the system closes it however we die.
 */
function watchOver(pid: number, runAs: RunAs): ChildProcess {
  const watch = spawn('/bin/sh', ['-c', `read -r nothing; kill -INT ${pid}`], {
    ...runAs.ids,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.once('error', () => undefined)
  watch.stdin?.once('error', () => undefined)
  watch.unref()
  return watch
}

/** The server writes its state into the eighth line of its lock file. */
async function waitUntilReady(postmaster: Postmaster, clusterDir: string): Promise<boolean> {
  let ended = false
  void postmaster.ended.then(() => {
    ended = true
  })
  const deadline = performance.now() + startTimeoutMs
  while (!ended && performance.now() < deadline) {
    const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === postmaster.pid && lines[7]?.trim() === 'ready') return true
    await sleep(10)
  }
  return false
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.')
  return address.port
}
