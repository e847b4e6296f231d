import type { ReceivedFile } from '../../platform/http/bind.ts'
import { type ImageToAdd, reencodeLogo } from '../media/index.ts'

/**
 * An uploaded logo as it is stored: drawn anew. `owner` is whose picture it is: owners take turns.
 * @throws DomainError `invalid_picture`, `picture_too_large`.
 */
export async function drawLogo(
  tenant: { id: number; url: string },
  file: ReceivedFile,
  owner: string,
): Promise<ImageToAdd> {
  const content = await reencodeLogo(file.path, owner)
  return { tenantId: tenant.id, folder: tenant.url, content, extension: 'png', isPublic: false }
}
