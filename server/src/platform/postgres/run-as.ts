import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'

/** The user under whom PostgreSQL runs. Without ids: the one who runs us. */
export interface RunAs {
  name: string
  /** Handed to `spawn` and `chown`; absent unless we are root, who alone may change user. */
  ids?: { uid: number; gid: number }
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as root: ourselves, or as root the owner of an existing
 * cluster, else `postgres`, else `nobody`.
 *
 * @throws Error when we are root and the machine has none of them
 */
export function chooseRunAs(clusterDir: string): RunAs {
  if (process.getuid?.() !== 0) return { name: 'this user' }
  const users = readUsers()
  const owner = statSync(clusterDir, { throwIfNoEntry: false })?.uid
  const candidates = [
    ...(owner ? users.filter((user) => user.uid === owner) : []),
    ...users.filter((user) => user.name === 'postgres'),
    ...users.filter((user) => user.name === 'nobody'),
  ]
  const chosen = candidates[0]
  if (!chosen) {
    throw new Error(
      'PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. ' +
        'Start Almanac as an ordinary user, or set DATABASE_URL.',
    )
  }
  return { name: chosen.name, ids: { uid: chosen.uid, gid: chosen.gid } }
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Whether that user may enter `folder`, asked of the system itself, so that every kind of permission counts. */
export function canEnter(folder: string, runAs: RunAs): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...runAs.ids,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

/**
 * Creates a folder of ours that every user may enter and nobody else may write, and returns whether that worked. One
 * that somebody else has put there is refused: programs are run from it.
 */
export function makeOpenFolder(folder: string, runAs: RunAs): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const { uid, mode } = statSync(folder)
    return uid === process.getuid?.() && (mode & 0o022) === 0 && canEnter(folder, runAs)
  } catch {
    return false
  }
}

/** Places outside a closed home folder, best first. */
export const openPlaces = ['/var/lib/almanac', '/opt/almanac', '/var/tmp/almanac']
