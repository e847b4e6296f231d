import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canEnter, makeOpenFolder, openPlaces, type RunAs } from './run-as.ts'

/**
 * Decides where the cluster of a data folder lies: in it, unless PostgreSQL's user can't enter there (a checkout under
 * /root, say). Then it lies in an open place, and the file `postgres-location` in the data folder says which.
 *
 * @returns the cluster's folder; its parent exists and can be entered, it itself may not exist yet
 */
export async function placeCluster(
  dataDir: string,
  runAs: RunAs,
  log: (sentence: string) => void,
): Promise<string> {
  const inside = join(dataDir, 'postgres')
  const note = join(dataDir, 'postgres-location')
  const noted = (await readFile(note, 'utf8').catch(() => '')).split('\n')[0]
  if (noted && (await claim(noted, dataDir))) {
    log(sayWhere(noted, dataDir, runAs))
    return join(noted, 'postgres')
  }
  if (canEnter(dataDir, runAs) || (await letIn(dataDir, runAs))) return inside

  const id = createHash('sha256').update(`${dataDir}\n${noted}`).digest('hex').slice(0, 12)
  const place = openPlaces.find((candidate) => makeOpenFolder(candidate, runAs))
  if (!place) throw new Error(`${runAs.name} can enter neither ${dataDir} nor ${openPlaces.join(' nor ')}.`)
  const home = join(place, `data-${id}`)
  if (!makeOpenFolder(home, runAs)) throw new Error(`The folder ${home} belongs to somebody else.`)
  await writeFile(join(home, 'belongs-to'), dataDir)
  await moveIfPresent(inside, join(home, 'postgres'))
  await writeFile(note, `${home}\nThe database of this data folder lies there: keep the two together.\n`)
  log(sayWhere(home, dataDir, runAs))
  return join(home, 'postgres')
}

function sayWhere(home: string, dataDir: string, runAs: RunAs): string {
  return `The database lies in ${home}, because ${runAs.name}, under whom PostgreSQL runs, cannot enter ${dataDir}.`
}

/** A folder that is closed to all but us, in an open one, is opened to PostgreSQL's user for passing through alone. */
async function letIn(dataDir: string, runAs: RunAs): Promise<boolean> {
  const { uid, mode } = await stat(dataDir)
  if (!runAs.ids || uid !== process.getuid?.() || (mode & 0o077) !== 0) return false
  if (!canEnter(dirname(dataDir), runAs)) return false
  await chown(dataDir, uid, runAs.ids.gid)
  await chmod(dataDir, 0o710)
  return canEnter(dataDir, runAs)
}

/** A data folder may be moved and keeps its database; a copy of it doesn't get to share the original's. */
async function claim(home: string, dataDir: string): Promise<boolean> {
  const ownerFile = join(home, 'belongs-to')
  const owner = await readFile(ownerFile, 'utf8').catch(() => undefined)
  if (owner === undefined) {
    throw new Error(
      `The database of ${dataDir} lay in ${home}, which is gone. Bring it back, or remove ${dataDir}.`,
    )
  }
  if (owner === dataDir) return true
  const ownerStillThere = await stat(join(owner, 'postgres-location')).then(
    () => true,
    () => false,
  )
  if (ownerStillThere) return false
  await writeFile(ownerFile, dataDir)
  return true
}

async function moveIfPresent(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return
    if (code === 'EXDEV')
      throw new Error(`Move ${from} to ${to}: PostgreSQL can no longer enter it where it is.`)
    throw error
  }
}

/** The data folder's real path, created if need be: one folder, one name. */
export async function openDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  return await realpath(dataDir)
}

/** Creates a folder that PostgreSQL's user owns and nobody else may read. */
export async function makePrivateFolder(folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (runAs.ids) await chown(folder, runAs.ids.uid, runAs.ids.gid)
}
