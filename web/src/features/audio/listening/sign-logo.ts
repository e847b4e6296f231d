import type { ConsumerCategory } from '@almanac/contract/categories'
import { imageUrl } from '../../../api/url.ts'
import { signNamed } from '../../../landing/astronomy.ts'

/** The tenant's logo of a category that is none of the twelve signs; those have drawings of our own, inline. */
export function ownLogoUrl({ name, logoSvg }: Pick<ConsumerCategory, 'name' | 'logoSvg'>): string | null {
  return signNamed(name) || !logoSvg ? null : imageUrl(logoSvg)
}
