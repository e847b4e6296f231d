import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './postgres/binaries.ts'
import { openDataDir, placeCluster } from './postgres/cluster-place.ts'
import { ensureCluster, readOrMakePassword, superuser } from './postgres/create-cluster.ts'
import { openServerLog } from './postgres/log-file.ts'
import { endOrphan } from './postgres/orphan.ts'
import { type Postmaster, type ServerToRun, startPostmaster } from './postgres/postmaster.ts'
import { chooseRunAs } from './postgres/run-as.ts'
import { socketFolder } from './postgres/server-settings.ts'

const database = 'almanac'

export interface EmbeddedPostgres {
  /** The database `almanac`, as its owner `almanac`, who may create databases but is no superuser. */
  url: string
  /** The postmaster's process; another one after a crash. */
  readonly pid: number
  /** Shuts the server down within 5 seconds; committed rows are on disk. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log?: (sentence: string) => void
  /** `none` gives up safety against a crash for speed: for tests alone. */
  durability?: 'full' | 'none'
  /** Called once the server has been started and we have nothing to do but to wait for it. */
  onSpawn?: (() => void) | undefined
}

/**
 * Runs a real PostgreSQL out of npm in `dataDir`, creating what is missing, and keeps it running: a server that
 * crashes is started again on its port. The caller holds the folder (`holdDataDir`): a server found running in it is
 * what a killed start left behind, and is stopped first.
 *
 * @throws Error with a sentence for people: no such program for this machine, another version's data, no user to run as
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { durability = 'full', log = () => undefined } = options
  if (process.platform === 'win32') throw new Error('On Windows, set DATABASE_URL to a PostgreSQL server.')
  const dataDir = await openDataDir(options.dataDir)
  const runAs = chooseRunAs(join(dataDir, 'postgres'))
  const binaries = await findBinaries(runAs, dataDir, log)
  const clusterDir = await placeCluster(dataDir, runAs, log)
  const password = await readOrMakePassword(join(dataDir, 'postgres-password'))
  const durable = durability === 'full'
  await ensureCluster({ clusterDir, password, binaries, runAs, durable })
  if (await endOrphan(clusterDir))
    log('The database of a start that was killed was still running; it was stopped first.')

  const serverLog = await openServerLog(join(dataDir, 'postgres.log'))
  const server = { postgres: binaries.postgres, clusterDir, durable, runAs, log: serverLog }
  try {
    const postmaster = await startPostmaster(server, { onSpawn: options.onSpawn })
    await ensureDatabase(postmaster.port, password)
    const kept = keepRunning(server, postmaster, log)
    return {
      url: urlOf(password, postmaster.port, clusterDir),
      get pid() {
        return kept.pid()
      },
      async stop() {
        await kept.stop()
        await serverLog.close()
      },
    }
  } catch (error) {
    await serverLog.close()
    throw error
  }
}

/** The database of a server that another process runs in `dataDir` just now; null where none runs. */
export async function findEmbeddedPostgres(folder: string): Promise<string | null> {
  const dataDir = await openDataDir(folder)
  const clusterDir = await placeCluster(dataDir, chooseRunAs(join(dataDir, 'postgres')), () => undefined)
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const port = Number(lines[3])
  if (!port) return null
  return urlOf(await readOrMakePassword(join(dataDir, 'postgres-password')), port, clusterDir)
}

/** By the server's socket where it has one; without `host` it is reached by its port. */
function urlOf(password: string, port: number, clusterDir: string): string {
  const url = new URL(`postgresql://${database}:${password}@127.0.0.1:${port}/${database}`)
  const folder = socketFolder(clusterDir)
  if (folder) url.searchParams.set('host', folder)
  return url.href
}

/** Creates the product's own role and database, which the superuser alone can do. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, password, database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; made: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as made`,
      [database],
    )
    if (!rows[0]?.role) {
      await client.query(`create role ${database} login createdb password ${client.escapeLiteral(password)}`)
    }
    if (!rows[0]?.made) await client.query(`create database ${database} owner ${database}`)
  } finally {
    await client.end()
  }
}

function keepRunning(server: ServerToRun, first: Postmaster, log: (sentence: string) => void) {
  let current = first
  let stopping = false
  let restart: Promise<void> = Promise.resolve()

  const watch = (postmaster: Postmaster) => {
    void postmaster.ended.then(() => {
      if (!stopping) restart = startAgain(postmaster.port)
    })
  }
  const startAgain = async (port: number) => {
    for (let waitMs = 100; !stopping; waitMs = Math.min(waitMs * 2, 5_000)) {
      log('The database server has ended unexpectedly; it is started again.')
      try {
        await endOrphan(server.clusterDir)
        current = await startPostmaster(server, { port })
        watch(current)
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await sleep(waitMs)
      }
    }
  }
  watch(first)
  return {
    pid: () => current.pid,
    async stop() {
      stopping = true
      await restart
      await current.stop()
    },
  }
}
