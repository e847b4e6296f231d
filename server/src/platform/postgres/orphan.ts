import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ends what a killed start left running on this cluster, and clears a lock file that names somebody else's process.
 * The caller holds the data folder, so no living Almanac uses that server. Acknowledged rows are in the log on disk:
 * whichever way the server ends, they stay.
 *
 * @returns whether a server was found and stopped
 */
export async function endOrphan(clusterDir: string): Promise<boolean> {
  const lockFile = join(clusterDir, 'postmaster.pid')
  const pid = Number((await readFile(lockFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return false
  const isOurs = await isPostgresOf(pid, clusterDir)
  if (isOurs) await endPostmaster(pid, { fastMs: 1_200, immediateMs: 500 })
  for (const backend of await findBackends(clusterDir))
    await endPostmaster(backend, { fastMs: 0, immediateMs: 300 })
  // PostgreSQL refuses to start while the pid in this file is alive, even when a stranger has it by now.
  await rm(lockFile, { force: true })
  return isOurs
}

/**
 * Stops a postmaster: fast (clients are cut off, a checkpoint is written), then immediate (recovery at the next
 * start), then by force.
 */
export async function endPostmaster(
  pid: number,
  patience: { fastMs: number; immediateMs: number },
): Promise<void> {
  const steps = [
    { signal: 'SIGINT', waitMs: patience.fastMs },
    { signal: 'SIGQUIT', waitMs: patience.immediateMs },
    { signal: 'SIGKILL', waitMs: 1_000 },
  ] as const
  for (const { signal, waitMs } of steps) {
    if (waitMs === 0) continue
    if (!send(pid, signal)) return
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (!(await isRunning(pid))) return
      await sleep(10)
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // An orphan whose new parent doesn't collect it stays as a zombie, which holds nothing any more.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(state)
}

/** Whether that process is a postmaster started on this very cluster, not a stranger that got a reused pid. */
async function isPostgresOf(pid: number, clusterDir: string): Promise<boolean> {
  const commandLine = existsSync('/proc/self')
    ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return /(^|\/)postgres /.test(commandLine) && commandLine.includes(`-D ${clusterDir} `)
}

/** Server processes whose postmaster was killed outright, while they were busy. Known where there is a /proc. */
async function findBackends(clusterDir: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (folder !== clusterDir) continue
    const commandLine = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (commandLine.startsWith('postgres:')) found.push(Number(name))
  }
  return found
}
