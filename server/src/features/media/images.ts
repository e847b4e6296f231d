import { basename } from 'node:path'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { contentTypeOfKey, type FileStore, makeFileKey } from './ports.ts'

export interface MediaDeps {
  db: Database
  files: FileStore
}

export interface ImageToAdd {
  tenantId: number | null
  /** First part of the path, e.g. the tenant's slug. */
  folder: string
  /** Already re-encoded or sanitised. */
  content: Buffer
  extension: 'png' | 'svg' | 'webp'
  /** Open to anybody, as on the landing page; otherwise to signed-in users of its tenant. */
  isPublic: boolean
}

/** Stores a picture under a name of ours, the row last, and answers its path below `/v1/images`. */
export async function addImage({ db, files }: MediaDeps, image: ImageToAdd): Promise<string> {
  const fileKey = makeFileKey({
    tenant: String(image.tenantId ?? 'platform'),
    kind: 'images',
    extension: image.extension,
  })
  const contentType = contentTypeOfKey(fileKey)
  await files.put(fileKey, image.content, { contentType })
  const path = `${image.folder}/${basename(fileKey)}`
  await db.reader
    .insertInto('images')
    .values({
      tenantId: image.tenantId,
      path,
      fileKey,
      contentType,
      sizeBytes: image.content.length,
      isPublic: image.isPublic,
    })
    .execute()
  return path
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

export interface ImageOwner<Saved> {
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
  { image, save, isUsed }: ImageOwner<Saved>,
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
  isUsed: ImageOwner<unknown>['isUsed'],
): Promise<void> {
  try {
    if (!(await isUsed(path))) await removeImage(deps, path)
  } catch (error) {
    deps.log.warn({ err: error, path }, 'an unused picture could not be removed')
  }
}
