import { BESLEY_SUBSET, PUBLIC_SANS_SUBSET } from './font-faces.ts'
import type { Accent, AccentColors, AssetUrls } from './landing-input.ts'

const PROPERTY_NAMES: Record<keyof AccentColors, string> = {
  gold: '--gold',
  onGold: '--on-gold',
  goldInk: '--gold-ink',
  goldLine: '--gold-line',
  goldWash: '--gold-wash',
  nightGold: '--night-gold',
  onNightGold: '--on-night-gold',
}

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
  return Object.entries(PROPERTY_NAMES)
    .map(([key, property]) => {
      const color = colors[key as keyof AccentColors]
      if (!/^#[0-9a-f]{6}$/i.test(color)) throw new RangeError(`Not a colour of the form #RRGGBB: ${color}`)
      return `${property}:${color}`
    })
    .join(';')
}
