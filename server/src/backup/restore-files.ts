import { chmod, cp, lchown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** As the file store makes them: nginx may read them by their group. */
const modes = { folder: 0o750, file: 0o640 }

/** Copies a backup's files into a data folder, with the modes that the product gives them. */
export async function restoreFiles(backup: string, dataDir: string): Promise<void> {
  const files = join(dataDir, 'files')
  const before = await stat(files).catch(() => null)
  await cp(backup, files, { recursive: true, preserveTimestamps: true })
  await chmod(files, before ? before.mode & 0o7777 : modes.folder)
  for (const entry of await readdir(files, { withFileTypes: true, recursive: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? modes.folder : modes.file)
}

/**
 * Does `work` in a data folder that is there already, and leaves its owner and mode as they were. What root has made in it
 * then belongs to that owner too, so that the product can use it; the folder of an embedded database has its own owner.
 */
export async function keepOwner(dataDir: string, work: () => Promise<void>): Promise<void> {
  const before = await stat(dataDir).catch(() => null)
  await work()
  if (!before) return
  const made = await stat(dataDir)
  const isRoot = process.getuid?.() === 0
  if (isRoot && (made.uid !== before.uid || made.gid !== before.gid))
    await lchown(dataDir, before.uid, before.gid)
  if (made.mode !== before.mode) await chmod(dataDir, before.mode & 0o7777)
  if (!isRoot || before.uid === 0) return
  for (const name of await readdir(dataDir))
    if (name !== 'postgres') await giveTo(before, join(dataDir, name))
}

async function giveTo(owner: { uid: number; gid: number }, path: string): Promise<void> {
  const found = await lstat(path)
  const { uid, gid } = found
  // A folder that hands its group on to what is made in it has done so.
  if (uid === 0) await lchown(path, owner.uid, gid === 0 ? owner.gid : gid)
  if (found.isDirectory()) for (const name of await readdir(path)) await giveTo(owner, join(path, name))
}
