import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange, FileFacts, FileSource, FileStore, OpenedFile } from '../../features/media/ports.ts'
import {
  assertFileKey,
  assertListPrefix,
  contentTypeOfKey,
  FileStoreError,
  isFileKey,
  resolveRange,
} from '../../features/media/ports.ts'
import { FileContents } from './file-contents.ts'
import { guarded } from './guarded.ts'
import { OpenFiles } from './open-files.ts'
import { readSource } from './source.ts'

const unfinishedPattern = /^\.[0-9a-f-]{36}\.part$/

/**
 * Keeps files in one folder of this machine, which is made when it is missing. A file is written under a temporary
 * name in its own folder, synced, and renamed, so that a reader sees all of it or nothing.
 */
export async function openLocalFileStore(settings: {
  folder: string
  /** The path under which a proxy in front has this folder, for `X-Accel-Redirect`; it ends with a slash. */
  proxyPrefix?: string | undefined
}): Promise<FileStore> {
  await mkdir(settings.folder, { recursive: true, mode: 0o750 })
  const root = await realpath(settings.folder)
  const files = new OpenFiles((key) => openPlainFile(root, key))
  const contents = new FileContents()
  const forget = async (key: string) => {
    contents.forget(key)
    await files.forget(key)
  }
  const { proxyPrefix } = settings
  return {
    ...(proxyPrefix && {
      proxyPath: (key: string) => {
        assertFileKey(key)
        return proxyPrefix + key
      },
    }),
    put: (key, source, options) =>
      guarded(async () => {
        const stored = await putFile(root, key, source, options)
        await forget(key)
        return stored
      }),
    open: (key, range) => guarded(() => openFile({ files, contents }, key, range)),
    stat: (key) => guarded(() => statFile(root, key)),
    remove: (key) =>
      guarded(async () => {
        await removeFile(root, key)
        await forget(key)
      }),
    list: (prefix) => listFiles(root, prefix),
    sweepUnfinished: (before) => guarded(() => sweepUnfinished(root, before)),
  }
}

async function putFile(
  root: string,
  key: string,
  source: FileSource,
  options: { contentType: string; sizeBytes?: number },
): Promise<{ sizeBytes: number }> {
  if (contentTypeOfKey(key) !== options.contentType) {
    throw new FileStoreError('invalid_key', 'The name of the file does not go with its content type.')
  }
  const chunks = readSource(source, options.sizeBytes)
  const folder = join(root, key, '..')
  await makeFolder(root, folder)
  await assertPlainFolder(folder)
  const temporary = join(folder, `.${randomUUID()}.part`)
  const file = await open(temporary, 'wx', 0o640)
  try {
    let sizeBytes = 0
    try {
      for await (const chunk of chunks) {
        await file.writeFile(chunk)
        sizeBytes += chunk.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(root, key))
    await syncFolder(folder)
    return { sizeBytes }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Parts up to this size are read in one piece; of larger ones as much is in memory at a time. */
const pieceBytes = 256 * 1024

async function openFile(
  { files, contents }: { files: OpenFiles; contents: FileContents },
  key: string,
  range?: ByteRange,
): Promise<OpenedFile | null> {
  assertFileKey(key)
  const kept = contents.get(key)
  if (kept) return partOf(kept, key, range)
  const file = await files.use(key)
  if (!file) return null
  try {
    const { sizeBytes } = file
    const whole = await contents.keep(key, sizeBytes, () => readPart(file.handle, 0, sizeBytes))
    if (whole) {
      file.release()
      return partOf(whole, key, range)
    }
    const { start, end } = resolveRange(range, sizeBytes)
    const opened = { sizeBytes, start, end, contentType: contentTypeOfKey(key) }
    if (end - start < pieceBytes) {
      const content = await readPart(file.handle, start, end - start + 1)
      file.release()
      return { ...opened, content }
    }
    // Not the handle's own stream: each leaves a listener on the handle, which outlives it.
    const content = Readable.from(piecesOf(file.handle, start, end), { objectMode: false })
    content.once('close', file.release)
    return { ...opened, content }
  } catch (error) {
    file.release()
    throw error
  }
}

function partOf(whole: Buffer, key: string, range: ByteRange | undefined): OpenedFile {
  const { start, end } = resolveRange(range, whole.length)
  const content = whole.subarray(start, end + 1)
  return { content, sizeBytes: whole.length, start, end, contentType: contentTypeOfKey(key) }
}

async function* piecesOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; at += pieceBytes) {
    yield await readPart(file, at, Math.min(pieceBytes, end - at + 1))
  }
}

async function readPart(file: FileHandle, start: number, lengthBytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(Math.max(0, lengthBytes))
  let filled = 0
  while (filled < part.length) {
    const { bytesRead } = await file.read(part, filled, part.length - filled, start + filled)
    if (bytesRead === 0) throw new Error('A stored file is shorter than it was when it was opened')
    filled += bytesRead
  }
  return part
}

async function statFile(root: string, key: string): Promise<FileFacts | null> {
  const file = await openPlainFile(root, key)
  if (!file) return null
  try {
    const { size, mtime } = await file.stat()
    return { sizeBytes: size, modifiedAt: mtime, contentType: contentTypeOfKey(key) }
  } finally {
    await file.close()
  }
}

async function removeFile(root: string, key: string): Promise<void> {
  assertFileKey(key)
  const folder = join(root, key, '..')
  if (!(await exists(folder))) return
  await assertPlainFolder(folder)
  await rm(join(root, key), { force: true })
}

async function* listFiles(root: string, prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  assertListPrefix(prefix)
  for await (const { folder, name } of walk(root, prefix)) {
    const key = `${folder}${name}`
    const facts = isFileKey(key) ? await lstat(join(root, key)).catch(ignoreMissing) : undefined
    if (facts?.isFile()) yield { key, modifiedAt: facts.mtime }
  }
}

async function sweepUnfinished(root: string, before: Date): Promise<number> {
  let removed = 0
  for await (const { folder, name } of walk(root, '')) {
    if (!unfinishedPattern.test(name)) continue
    const path = join(root, folder, name)
    const facts = await lstat(path).catch(ignoreMissing)
    if (!facts || facts.mtime >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** The plain files under a prefix, two folders deep, without following links. */
async function* walk(root: string, prefix: string): AsyncGenerator<{ folder: string; name: string }> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(ignoreMissing)
  const depth = prefix.split('/').length - 1
  for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (depth < 2 && entry.isDirectory()) yield* walk(root, `${prefix}${entry.name}/`)
    if (depth === 2 && entry.isFile()) yield { folder: prefix, name: entry.name }
  }
}

async function openPlainFile(root: string, key: string): Promise<FileHandle | null> {
  assertFileKey(key)
  const folder = join(root, key, '..')
  if (!(await exists(folder))) return null
  await assertPlainFolder(folder)
  try {
    return await open(join(root, key), constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    if (errorCode(error) === 'ELOOP') throw unsafePath()
    throw error
  }
}

/** A link anywhere below the root could lead out of it; the server itself never makes one. */
async function assertPlainFolder(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder) throw unsafePath()
}

async function makeFolder(root: string, folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true, mode: 0o750 })) === undefined) return
  // A new folder is durable only once the folders that name it are.
  await syncFolder(join(folder, '..'))
  await syncFolder(root)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== undefined
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

function errorCode(error: unknown): unknown {
  return (error as NodeJS.ErrnoException | null)?.code
}

function unsafePath(): FileStoreError {
  return new FileStoreError('unsafe_path', 'The file store holds a link where only files may lie.')
}
