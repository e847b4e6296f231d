/**
 * A tenant's accent: from one colour, those that stand in for gold, legible on every ground they meet.
 * Contrast is that of WCAG 2.2; lightness and hue are those of OKLCH (see `oklch.ts`).
 */
import type { Accent } from '@almanac/contract/accent'
import { palette } from '@almanac/contract/palette'
import { fromOklch, mixHex, type Oklch, parseHex, relativeLuminance, toHex, toOklch } from './oklch.ts'

const TEXT_CONTRAST = 4.5
const GRAPHIC_CONTRAST = 3
const LIGHTNESS_STEP = 0.01

/** The lighter of the two nights: it leaves the least contrast. */
const NIGHT = palette.night[0]
/** Of each scheme's grounds the one that leaves the least contrast, and what the wash is mixed into. */
const LIGHT = { worstGround: palette.paper[0], washGround: palette.leaf[0], washShare: 0.2 }
const DARK = { worstGround: palette.sheet[1], washGround: palette.paper[1], washShare: 0.15 }

const WHITE = toHex([1, 1, 1])
const BLACK = toHex([0, 0, 0])
const TEXT_COLORS = [palette.ink[0], WHITE, BLACK]

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
  return TEXT_COLORS.find((text) => contrastRatio(text, fill) >= TEXT_CONTRAST) ?? BLACK
}
