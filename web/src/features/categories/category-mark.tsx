import type { ConsumerCategory } from '@almanac/contract/categories'
import { imageUrl } from '../../api/url.ts'
import { SIGN_DRAWINGS } from '../../ui/sign-drawings.ts'
import { SignIcon } from '../../ui/sign-icon.tsx'

/** A category's logo. One of the zodiac has the house's drawing, whose line follows the page's colours. */
export function CategoryMark({
  category,
  size,
}: {
  category: Pick<ConsumerCategory, 'name' | 'logoSvg'>
  size: number
}) {
  const { name, logoSvg } = category
  const isSign = name.trim().toLowerCase() in SIGN_DRAWINGS
  return <SignIcon name={name} logoUrl={isSign || !logoSvg ? null : imageUrl(logoSvg)} size={size} />
}
