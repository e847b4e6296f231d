import { limits } from '@almanac/contract/limits'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { reencodePicture, type StoredImage, storeImage } from '../media/index.ts'
import type { TenantAdminDeps } from './deps.ts'

const logoSize = { width: limits.logoWidthPx, height: limits.logoHeightPx }

/**
 * Draws an uploaded logo anew, whole and at its size, and stores its file; the row follows with the tenant's.
 * @throws MediaError `invalid_picture`, `picture_too_large`.
 */
export async function storeLogo(
  { files }: TenantAdminDeps,
  session: AdminSession,
  { tenantId, url }: { tenantId: number | null; url: string },
  file: ReceivedFile,
): Promise<StoredImage> {
  const target = { ...logoSize, fit: 'contain', format: 'png' } as const
  const content = await reencodePicture(file.path, target, `user:${session.userId}`)
  return storeImage(files, { tenantId, folder: url, content, extension: 'png' })
}
