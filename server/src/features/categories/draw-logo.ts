import { readFile } from 'node:fs/promises'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import { cleanSvg, type ImageToAdd } from '../media/index.ts'

/**
 * An uploaded logo as it is stored: written anew from what may be in a drawing, and open to anybody, as the landing page
 * and the sign-up show it. @throws DomainError `invalid_svg`, `svg_too_large`.
 */
export async function drawLogo(tenant: { id: number; url: string }, file: ReceivedFile): Promise<ImageToAdd> {
  const content = Buffer.from(await cleanSvg(await readFile(file.path)))
  return { tenantId: tenant.id, folder: tenant.url, content, extension: 'svg', isPublic: true }
}
