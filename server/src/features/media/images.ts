import { basename } from 'node:path'
import { media } from '@almanac/contract'
import type { Database, Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { type Bytes, bind, type Route } from '../../platform/http/bind.ts'
import type { Session } from '../../platform/http/session.ts'
import { type FileStore, makeFileKey } from './ports.ts'
import { serveFile } from './serve-file.ts'
import { svgContentSecurityPolicy } from './svg.ts'

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

const contentTypes = { png: 'image/png', svg: 'image/svg+xml', webp: 'image/webp' } as const
const yearSeconds = 31_536_000

/** Stores a picture under a name of ours, the row last, and answers its path below `/v1/images`. */
export async function addImage({ db, files }: MediaDeps, image: ImageToAdd): Promise<string> {
  const fileKey = makeFileKey({
    tenant: String(image.tenantId ?? 'platform'),
    kind: 'images',
    extension: image.extension,
  })
  const contentType = contentTypes[image.extension]
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

/** Pictures, found by name in the database and never by a path on disk (decision W13). */
export function imageRoutes(deps: MediaDeps): Route[] {
  return [
    bind(media.getPublicImage, ({ params, request }) =>
      serveImage(deps, params['*'], null, request.headers['if-none-match']),
    ),
    bind(media.getImage, ({ params, session, request }) =>
      serveImage(deps, params['*'], session, request.headers['if-none-match']),
    ),
  ]
}

async function serveImage(
  deps: MediaDeps,
  path: string,
  session: Session | null,
  knownTag: string | undefined,
): Promise<Bytes> {
  const image = await findImage(deps.db.reader, path)
  if (!image || !maySee(image, session)) throw new DomainError('not_found')
  const headers = {
    'content-type': image.contentType,
    'cache-control': `${image.isPublic ? 'public' : 'private'}, max-age=${yearSeconds}, immutable`,
    etag: `"${image.id}"`,
    ...(image.contentType === contentTypes.svg
      ? { 'content-security-policy': svgContentSecurityPolicy }
      : {}),
  }
  if (knownTag === headers.etag) return { status: 304, headers, body: null }
  return serveFile(deps.files, image.fileKey, undefined, headers)
}

async function findImage(reader: Reader, path: string) {
  return reader
    .selectFrom('images')
    .select(['id', 'tenantId', 'fileKey', 'contentType', 'isPublic'])
    .where('path', '=', path)
    .executeTakeFirst()
}

function maySee(image: { tenantId: number | null; isPublic: boolean }, session: Session | null): boolean {
  if (image.isPublic || session?.role === 'admin') return true
  return session !== null && image.tenantId === session.tenantId
}
