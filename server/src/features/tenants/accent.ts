/**
 * A tenant's accent: from one colour, those that stand in for gold, legible on every ground they meet.
 * Contrast is that of WCAG 2.2; lightness and hue are those of OKLCH (see `oklch.ts`).
 */
import { fromOklch, mixHex, type Oklch, parseHex, relativeLuminance, toHex, toOklch } from './oklch.ts'

/** The colours of one scheme, each `#RRGGBB` in capitals; the names are those of the CSS custom properties. */
export type AccentColors = {
  /** Fill of a gold button or a token. */
  gold: string
  /** Text and glyphs on `gold`, at least 4.5:1. */
  onGold: string
  /** The accent as text, at least 4.5:1 on paper, leaf and sheet. */
  goldInk: string
  /** The accent as a line, at least 3:1 on paper, leaf and sheet. */
  goldLine: string
  /** A quiet ground of the accent. */
  goldWash: string
  /** The accent as fill or text on night, at least 4.5:1. */
  nightGold: string
  /** Text and glyphs on `nightGold`, at least 4.5:1. */
  onNightGold: string
}

export type Accent = { light: AccentColors; dark: AccentColors }

const TEXT_CONTRAST = 4.5
const GRAPHIC_CONTRAST = 3
const LIGHTNESS_STEP = 0.01

const NIGHT = '#111A30'
/** Of each scheme's grounds the one that leaves the least contrast, and what the wash is mixed into. */
const LIGHT = { worstGround: '#F3EEE3', washGround: '#FBF8F1', washShare: 0.2 }
const DARK = { worstGround: '#1B2640', washGround: '#0D1424', washShare: 0.15 }

const TEXT_COLORS = ['#16203A', '#FFFFFF', '#000000']

/**
 * Derives what a tenant's accent needs in each scheme. Any colour is taken; none is refused for its contrast.
 * Throws RangeError when `hex` is not `#RRGGBB`.
 */
export function deriveAccent(hex: string): Accent {
  const accent = toHex(parseHex(hex))
  const nightGold = moveLightness(accent, 'up', NIGHT, TEXT_CONTRAST)
  const night = { nightGold, onNightGold: textColorOn(nightGold) }
  const darkGold = moveLightness(accent, 'up', DARK.worstGround, GRAPHIC_CONTRAST)
  return {
    light: {
      gold: accent,
      onGold: textColorOn(accent),
      goldInk: moveLightness(accent, 'down', LIGHT.worstGround, TEXT_CONTRAST),
      goldLine: moveLightness(accent, 'down', LIGHT.worstGround, GRAPHIC_CONTRAST),
      goldWash: mixHex(accent, LIGHT.washGround, LIGHT.washShare),
      ...night,
    },
    dark: {
      gold: darkGold,
      onGold: textColorOn(darkGold),
      goldInk: moveLightness(accent, 'up', DARK.worstGround, TEXT_CONTRAST),
      goldLine: moveLightness(accent, 'up', DARK.worstGround, GRAPHIC_CONTRAST),
      goldWash: mixHex(accent, DARK.washGround, DARK.washShare),
      ...night,
    },
  }
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(one: string, other: string): number {
  const luminances = [relativeLuminance(parseHex(one)), relativeLuminance(parseHex(other))]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/** Moves a colour's lightness, hue kept, until it has `minimum` contrast on `ground`; there it is black or white at last. */
function moveLightness(hex: string, direction: 'up' | 'down', ground: string, minimum: number): string {
  const start = toOklch(parseHex(hex))
  const step = direction === 'up' ? LIGHTNESS_STEP : -LIGHTNESS_STEP
  let color = hex
  for (let count = 1; contrastRatio(color, ground) < minimum; count += 1) {
    const moved: Oklch = { ...start, lightness: Math.min(1, Math.max(0, start.lightness + count * step)) }
    color = toHex(fromOklch(moved))
    if (moved.lightness === 0 || moved.lightness === 1) break
  }
  return color
}

/** The first of ink, white and black that is legible on a fill; one of black and white always is. */
function textColorOn(fill: string): string {
  return TEXT_COLORS.find((text) => contrastRatio(text, fill) >= TEXT_CONTRAST) ?? '#000000'
}
