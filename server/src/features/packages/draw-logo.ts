import { limits } from '@almanac/contract/limits'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import { type ImageToAdd, reencodePicture } from '../media/index.ts'

const target = {
  width: limits.logoWidthPx,
  height: limits.logoHeightPx,
  fit: 'contain',
  format: 'png',
} as const

/**
 * An uploaded logo as it is stored: drawn anew at 200x100, whole, with transparent edges where its ratio is another one.
 * `owner` is whose picture it is: owners take turns. @throws DomainError `invalid_picture`, `picture_too_large`.
 */
export async function drawLogo(
  tenant: { id: number; url: string },
  file: ReceivedFile,
  owner: string,
): Promise<ImageToAdd> {
  const content = await reencodePicture(file.path, target, owner)
  return { tenantId: tenant.id, folder: tenant.url, content, extension: 'png', isPublic: false }
}
