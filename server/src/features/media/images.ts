import { basename } from 'node:path'
import type { Database, Reader, Tx } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { contentTypeOfKey, type FileStore, makeFileKey } from './ports.ts'

export interface MediaDeps {
  db: Database
  files: FileStore
}

interface ImageContent {
  /** First part of the path, e.g. the tenant's slug. */
  folder: string
  /** Already re-encoded or sanitised. */
  content: Buffer
  extension: 'png' | 'svg' | 'webp'
}

interface ImageOwner {
  tenantId: number | null
  /** Open to anybody, as on the landing page; otherwise to signed-in users of its tenant. */
  isPublic: boolean
}

export type ImageToAdd = ImageContent & ImageOwner

/** A picture whose file is stored, and which nobody sees before it has its row. */
export interface StoredImage {
  /** Below `/v1/images`. */
  path: string
  fileKey: string
  contentType: string
  sizeBytes: number
}

/** Stores a picture under a name of ours, the row last, and answers its path below `/v1/images`. */
export async function addImage({ db, files }: MediaDeps, image: ImageToAdd): Promise<string> {
  const stored = await storeImage(files, image)
  await recordImage(db.reader, stored, image)
  return stored.path
}

/**
 * Stores the file of a picture whose row is written by `recordImage`, in the transaction that refers to it. Whoever never
 * comes to that calls `discardImage`. `tenantId` is null where its tenant is not there yet.
 */
export async function storeImage(
  files: FileStore,
  { tenantId, folder, content, extension }: ImageContent & Pick<ImageOwner, 'tenantId'>,
): Promise<StoredImage> {
  const fileKey = makeFileKey({ tenant: String(tenantId ?? 'platform'), kind: 'images', extension })
  const contentType = contentTypeOfKey(fileKey)
  await files.put(fileKey, content, { contentType })
  return { path: `${folder}/${basename(fileKey)}`, fileKey, contentType, sizeBytes: content.length }
}

/** Lets a stored picture be seen. */
export async function recordImage(
  reader: Reader | Tx,
  { path, fileKey, contentType, sizeBytes }: StoredImage,
  { tenantId, isPublic }: ImageOwner,
): Promise<void> {
  await reader
    .insertInto('images')
    .values({ tenantId, path, fileKey, contentType, sizeBytes, isPublic })
    .execute()
}

/**
 * Removes the file of a stored picture unless it has its row by now: of a transaction whose answer was lost nobody knows
 * otherwise. A file that cannot be removed now is no reason to fail what is done: it stays, and nothing shows it.
 */
export async function discardImage(
  { db, files, log }: MediaDeps & { log: Log },
  { path, fileKey }: StoredImage,
): Promise<void> {
  try {
    const kept = await db.reader.selectFrom('images').select('id').where('path', '=', path).executeTakeFirst()
    if (!kept) await files.remove(fileKey)
  } catch (error) {
    log.warn({ err: error, path }, 'an unused picture could not be removed')
  }
}

/** Removes a picture that nothing refers to any more: the row first, so that none is left without its file. */
export async function removeImage({ db, files }: MediaDeps, path: string): Promise<void> {
  const removed = await db.reader
    .deleteFrom('images')
    .where('path', '=', path)
    .returning('fileKey')
    .executeTakeFirst()
  if (removed) await files.remove(removed.fileKey)
}

export interface ImageSave<Saved> {
  /** Undefined where what refers to a picture is saved without a new one. */
  image: ImageToAdd | undefined
  /** Saves what refers to the picture; answers which pictures that leaves without anything that does. */
  save: (
    path: string | undefined,
  ) => Promise<{ saved: Saved; unused: readonly (string | null | undefined)[] }>
  /** Whether anything refers to a picture: of a save whose answer was lost nobody knows otherwise. */
  isUsed: (path: string) => Promise<boolean>
}

/** Stores a picture and saves what refers to it; what is then referred to by nothing is removed, also where that failed. */
export async function saveWithImage<Saved>(
  deps: MediaDeps & { log: Log },
  { image, save, isUsed }: ImageSave<Saved>,
): Promise<Saved> {
  const path = image && (await addImage(deps, image))
  let unused: readonly (string | null | undefined)[] = [path]
  try {
    const done = await save(path)
    unused = done.unused
    return done.saved
  } finally {
    for (const one of unused) if (one) await discard(deps, one, isUsed)
  }
}

/** A picture that cannot be removed now is no reason to fail what is done: it stays, and nothing shows it. */
async function discard(
  deps: MediaDeps & { log: Log },
  path: string,
  isUsed: ImageSave<unknown>['isUsed'],
): Promise<void> {
  try {
    if (!(await isUsed(path))) await removeImage(deps, path)
  } catch (error) {
    deps.log.warn({ err: error, path }, 'an unused picture could not be removed')
  }
}
