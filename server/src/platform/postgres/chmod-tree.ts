import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Sets the modes of a whole tree, whatever the umask was: programs are the files in a folder named `bin`. */
export async function chmodTree(
  root: string,
  modes: { folder: number; program: number; file: number },
): Promise<void> {
  await chmod(root, modes.folder)
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, modes.folder)
    else if (entry.isFile()) await chmod(path, entry.parentPath.endsWith('/bin') ? modes.program : modes.file)
  }
}
