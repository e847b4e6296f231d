import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepOwner, restoreFiles } from './restore-files.ts'

/** Of the data folder: somebody else where we are root, who alone may give files away. */
const owner =
  process.getuid?.() === 0
    ? { uid: 4711, gid: 4712 }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-restore-'))
  await mkdir(join(folder, 'backup/aa'), { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'backup/aa/reading'), 'sound', { mode: 0o600 })
  await mkdir(join(folder, 'data'))
})
afterEach(() => rm(folder, { recursive: true }))

async function found(path: string) {
  const { uid, gid, mode } = await stat(join(folder, 'data', path))
  return { uid, gid, mode: (mode & 0o7777).toString(8) }
}

async function restore(): Promise<void> {
  const data = join(folder, 'data')
  await keepOwner(data, async () => {
    await restoreFiles(join(folder, 'backup'), data)
    await writeFile(join(data, 'holder.json'), '{}')
    // As it is opened to the user of an embedded database.
    await chmod(data, 0o710)
  })
}

test('a restore leaves a data folder its owner and mode, and gives that owner what it has made there', async () => {
  await chown(join(folder, 'data'), owner.uid, owner.gid)
  await chmod(join(folder, 'data'), 0o2751)
  await restore()
  expect(await found('.')).toEqual({ ...owner, mode: '2751' })
  expect(await found('files')).toMatchObject(owner)
  expect(await found('files/aa/reading')).toEqual({ ...owner, mode: '640' })
  expect(await found('holder.json')).toMatchObject(owner)
  expect(await readFile(join(folder, 'data/files/aa/reading'), 'utf8')).toBe('sound')
})

test('a restore makes files as the product does, which nginx reads by their group', async () => {
  await restore()
  expect((await found('files')).mode).toBe('750')
  expect((await found('files/aa')).mode).toBe('750')
  expect((await found('files/aa/reading')).mode).toBe('640')
})
