import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another process works in this data folder. `pid` and `port` are missing where it hasn't said them. */
export class DataDirHeldError extends Error {
  readonly code = 'data_dir_held'
  readonly pid: number | undefined
  readonly port: number | undefined

  constructor(dataDir: string, holder: Holder | undefined) {
    const who = holder ? `process ${holder.pid}, on port ${holder.port}` : 'a process that has just started'
    super(
      `The data folder ${dataDir} is in use by another Almanac (${who}). ` +
        'Stop that one first, or give this one a DATA_DIR and a PORT of its own.',
    )
    this.name = 'DataDirHeldError'
    this.pid = holder?.pid
    this.port = holder?.port
  }
}

interface Holder {
  pid: number
  port: number
}

/** Locks that are held. A lock which nobody refers to would be collected as garbage, and so be given up. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only one that works in `dataDir` (created if missing) until `release`.
 *
 * The lock is one of the operating system's, which ends with the process however it dies: there is no stale lock to
 * recognise, and no process id to mistake. Node offers such a lock through SQLite alone: an exclusive transaction,
 * never committed, on the file `lock`. `holder.json` beside it is only what the refusal says.
 *
 * @param describe what a second start is told about this one
 * @throws DataDirHeldError when another process, or this one, holds the folder
 */
export async function holdDataDir(
  dataDir: string,
  describe: { port: number },
): Promise<{ release(): Promise<void> }> {
  const folder = resolve(dataDir)
  const holderFile = join(folder, 'holder.json')
  await mkdir(folder, { recursive: true })
  const lock = tryLock(join(folder, 'lock'))
  if (!lock) throw new DataDirHeldError(folder, await readHolder(holderFile))
  held.add(lock)
  const draft = `${holderFile}.new`
  await writeFile(draft, JSON.stringify({ pid: process.pid, port: describe.port } satisfies Holder))
  await rename(draft, holderFile)

  let released = false
  return {
    async release() {
      if (released) return
      released = true
      await rm(holderFile, { force: true })
      held.delete(lock)
      lock.close()
    },
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

/** What the holder says of itself; waits a moment for one that has the lock but hasn't written yet. */
async function readHolder(file: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const holder = await readFile(file, 'utf8').then(parseHolder, () => undefined)
    if (holder && isAlive(holder.pid)) return holder
    await sleep(50)
  }
  return undefined
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, port } = JSON.parse(text) as Partial<Holder>
    return typeof pid === 'number' && typeof port === 'number' ? { pid, port } : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
