import { basename } from 'node:path'
import type { Database } from '../../platform/database.ts'
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
