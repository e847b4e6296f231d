import { type Accent, type AccentColors, accentColorNames, hexColor } from '@almanac/contract/accent'
import { propertyOf } from '@almanac/contract/palette'
import { BESLEY_SUBSET, PUBLIC_SANS_SUBSET } from './font-faces.ts'
import type { AssetUrls } from './landing-input.ts'

/** The faces of the page; the fallback's width is that of Besley, so that headings do not jump. */
export function fontFaceRules({ besleyFont, publicSansFont }: AssetUrls): string {
  const face = (family: string, url: string, unicodeRange: string) =>
    `@font-face{font-family:${family};src:url(${JSON.stringify(url)}) format("woff2");font-display:swap;unicode-range:${unicodeRange}}`
  return [
    face('Besley', besleyFont, BESLEY_SUBSET.unicodeRange),
    face('"Public Sans"', publicSansFont, PUBLIC_SANS_SUBSET.unicodeRange),
  ].join('')
}

/**
 * The tenant's colours for both schemes as custom properties of the root.
 * Throws RangeError for a value that is not `#RRGGBB`: nothing else may enter the style sheet.
 */
export function accentRules(accent: Accent | null): string {
  if (accent === null) return ''
  return `:root{${declarations(accent.light)}}@media (prefers-color-scheme:dark){:root{${declarations(accent.dark)}}}`
}

function declarations(colors: AccentColors): string {
  return accentColorNames
    .map((name) => {
      const color = colors[name]
      if (!hexColor.test(color)) throw new RangeError(`Not a colour of the form #RRGGBB: ${color}`)
      return `${propertyOf(name)}:${color}`
    })
    .join(';')
}
