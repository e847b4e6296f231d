import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Bytes } from '../../platform/http/bind.ts'
import { matchesTag } from '../../platform/http/entity-tags.ts'
import type { Session } from '../../platform/http/session.ts'
import type { MediaDeps } from './images.ts'
import { serveFile } from './serve-file.ts'
import { svgContentSecurityPolicy } from './svg.ts'

const yearSeconds = 31_536_000

/** A picture, found by name in the database and never by a path on disk (decision W13). @throws DomainError `not_found`. */
export async function serveImage(
  deps: MediaDeps,
  path: string,
  session: Session | null,
  knownTags: string | undefined,
): Promise<Bytes> {
  const image = await findImage(deps.db.reader, path)
  if (!image || !maySee(image, session)) throw new DomainError('not_found')
  const headers = {
    'content-type': image.contentType,
    'cache-control': `${image.isPublic ? 'public' : 'private'}, max-age=${yearSeconds}, immutable`,
    etag: `"${image.id}"`,
    ...(image.contentType === 'image/svg+xml' ? { 'content-security-policy': svgContentSecurityPolicy } : {}),
  }
  if (matchesTag(knownTags, headers.etag)) return { status: 304, headers, body: null }
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
