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

/** Stores the file of a picture. `tenantId` is null where its tenant is not there yet. */
async function storeImage(
  files: FileStore,
  { tenantId, folder, content, extension }: ImageContent & Pick<ImageOwner, 'tenantId'>,
): Promise<StoredImage> {
  const fileKey = makeFileKey({ tenant: String(tenantId ?? 'platform'), kind: 'images', extension })
  const contentType = contentTypeOfKey(fileKey)
  await files.put(fileKey, content, { contentType })
  return { path: `${folder}/${basename(fileKey)}`, fileKey, contentType, sizeBytes: content.length }
}

/** Lets a stored picture be seen, from the end of the transaction on. */
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
async function discardImage(
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
  /**
   * Saves what refers to the picture and, by `recordImage`, its row, in one transaction; answers which picture nothing
   * refers to any more.
   */
  save: (stored: StoredImage | undefined) => Promise<{ saved: Saved; replaced?: string | null | undefined }>
}

/** Stores a picture and saves what refers to it. Where that fails, or is a repeat, the picture is nobody's and goes. */
export async function saveWithImage<Saved>(
  deps: MediaDeps & { log: Log },
  { image, save }: ImageSave<Saved>,
): Promise<Saved> {
  const stored = image && (await storeImage(deps.files, image))
  try {
    const { saved, replaced } = await save(stored)
    if (replaced) await removeReplaced(deps, replaced)
    return saved
  } finally {
    if (stored) await discardImage(deps, stored)
  }
}

/** A picture that cannot be removed now is no reason to fail what is done: it stays, and nothing shows it. */
async function removeReplaced(deps: MediaDeps & { log: Log }, path: string): Promise<void> {
  try {
    await removeImage(deps, path)
  } catch (error) {
    deps.log.warn({ err: error, path }, 'a replaced picture could not be removed')
  }
}
