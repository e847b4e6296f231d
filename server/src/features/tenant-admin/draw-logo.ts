import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { type ImageToAdd, reencodeLogo } from '../media/index.ts'

/**
 * An uploaded logo as it is stored: drawn anew, and open to anybody, as the landing page shows it. `tenantId` is null
 * where its tenant is not there yet. @throws MediaError `invalid_picture`, `picture_too_large`.
 */
export async function drawLogo(
  { tenantId, url }: { tenantId: number | null; url: string },
  file: ReceivedFile,
  { userId }: AdminSession,
): Promise<ImageToAdd> {
  const content = await reencodeLogo(file.path, `user:${userId}`)
  return { tenantId, folder: url, content, extension: 'png', isPublic: true }
}
