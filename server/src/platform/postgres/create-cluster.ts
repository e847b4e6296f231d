import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { makePrivateFolder } from './cluster-place.ts'
import type { RunAs } from './run-as.ts'

/** The role that creates the cluster and does nothing else afterwards. */
export const superuser = 'postgres'

interface ClusterToCreate {
  clusterDir: string
  password: string
  binaries: Binaries
  runAs: RunAs
  durable: boolean
}

/**
 * Creates the cluster if there is none. It is made beside its place and moved there when whole, so that a start that
 * is killed half-way leaves nothing that looks like a database.
 *
 * @throws Error with what initdb said; or when an existing cluster is of another major version or another user's
 */
export async function ensureCluster(cluster: ClusterToCreate): Promise<void> {
  const { clusterDir, binaries } = cluster
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(readProblem)
  if (version === undefined) return await createCluster(cluster)
  if (version === 'EACCES') {
    throw new Error(
      `The database in ${clusterDir} belongs to another user: start Almanac as that user, or as root.`,
    )
  }
  if (Number(version) !== binaries.majorVersion) {
    throw new Error(
      `The database in ${clusterDir} was made by PostgreSQL ${version.trim()}, this Almanac brings PostgreSQL ` +
        `${binaries.majorVersion}. Carry it over with pg_dump and pg_restore, or set DATABASE_URL to a server of that version.`,
    )
  }
}

function readProblem(error: NodeJS.ErrnoException): 'EACCES' | undefined {
  if (error.code === 'EACCES') return 'EACCES'
  if (error.code === 'ENOENT') return undefined
  throw error
}

async function createCluster({
  clusterDir,
  password,
  binaries,
  runAs,
  durable,
}: ClusterToCreate): Promise<void> {
  if ((await readdir(clusterDir).catch(() => [])).length > 0) {
    throw new Error(`${clusterDir} holds files but no PostgreSQL database. Move them away, then start again.`)
  }
  const parent = dirname(clusterDir)
  const draftPrefix = `${basename(clusterDir)}.new-`
  for (const name of await readdir(parent)) {
    if (name.startsWith(draftPrefix)) await rm(join(parent, name), { recursive: true, force: true })
  }
  const draft = join(parent, `${draftPrefix}${randomBytes(4).toString('hex')}`)
  await makePrivateFolder(draft, runAs)
  try {
    const passwordFile = join(draft, 'password')
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (runAs.ids) await chown(passwordFile, runAs.ids.uid, runAs.ids.gid)
    const made = join(draft, 'cluster')
    const output = await runInitdb(binaries.initdb, made, passwordFile, durable, runAs)
    // initdb's exit code is not enough: what counts is whether a cluster is there.
    const complete = await stat(join(made, 'global', 'pg_control')).then(
      (file) => file.size > 0,
      () => false,
    )
    if (!complete || !output.includes('Success.'))
      throw new Error(`PostgreSQL could not create its database: ${output.trim()}`)
    await rm(clusterDir, { recursive: true, force: true })
    await rename(made, clusterDir)
    if (durable) await syncFolder(parent)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function runInitdb(
  initdb: string,
  target: string,
  passwordFile: string,
  durable: boolean,
  runAs: RunAs,
): Promise<string> {
  const child = spawn(
    initdb,
    [
      `--pgdata=${target}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...runAs.ids, cwd: '/', env: plainEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise<void>((resolve, reject) => child.once('error', reject).once('close', () => resolve()))
  return Buffer.concat(chunks).toString('utf8')
}

/** PostgreSQL reads PG* variables and locales, and our secrets are none of its business. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** The password kept in `file` (mode 600), made on the first call. */
export async function readOrMakePassword(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept.trim()
  const password = randomBytes(24).toString('base64url')
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(password)
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return password
}
