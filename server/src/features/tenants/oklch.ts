/**
 * sRGB and OKLCH. Sources: B. Ottosson, "A perceptual color space for image processing" (2020,
 * https://bottosson.github.io/posts/oklab/) for the matrices; IEC 61966-2-1 for the sRGB transfer function;
 * WCAG 2.2 for relative luminance.
 */

import { hexColor } from '@almanac/contract/accent'

/** Red, green and blue, 0 to 1 each, gamma-encoded as in a hex colour. */
export type Srgb = readonly [red: number, green: number, blue: number]

/** Lightness 0 to 1, chroma from 0, hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number }

/** Reads `#RRGGBB` in either case. Throws RangeError for anything else. */
export function parseHex(hex: string): Srgb {
  if (!hexColor.test(hex)) throw new RangeError(`Not a colour of the form #RRGGBB: ${hex}`)
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}

/** Writes `#RRGGBB` in capitals. */
export function toHex(color: Srgb): string {
  const channels = color.map((value) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`.toUpperCase()
}

/** Mixes two hex colours channel by channel; `share` (0 to 1) is that of the first. */
export function mixHex(color: string, into: string, share: number): string {
  const [red, green, blue] = parseHex(color)
  const ground = parseHex(into)
  const mix = (value: number, under: number) => value * share + under * (1 - share)
  return toHex([mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2])])
}

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const toEncoded = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function relativeLuminance([red, green, blue]: Srgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

export function toOklch(color: Srgb): Oklch {
  const [red, green, blue] = [toLinear(color[0]), toLinear(color[1]), toLinear(color[2])]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** Of the chroma, what each step towards sRGB keeps. */
const CHROMA_STEP = 0.92
/** How far outside 0 to 1 a linear channel may lie, so that a colour of sRGB comes back as it went in. */
const GAMUT_TOLERANCE = 0.001

/** The sRGB colour of an OKLCH one; chroma is reduced, lightness and hue kept, where sRGB does not reach. */
export function fromOklch(color: Oklch): Srgb {
  let linear = toLinearSrgb(color)
  for (let chroma = color.chroma; !isInGamut(linear) && chroma > 1e-4; ) {
    chroma *= CHROMA_STEP
    linear = toLinearSrgb({ ...color, chroma })
  }
  return [toEncoded(clampUnit(linear[0])), toEncoded(clampUnit(linear[1])), toEncoded(clampUnit(linear[2]))]
}

function toLinearSrgb({ lightness, chroma, hue }: Oklch): Srgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isInGamut = (linear: Srgb): boolean =>
  linear.every((value) => value >= -GAMUT_TOLERANCE && value <= 1 + GAMUT_TOLERANCE)

const clampUnit = (value: number): number => Math.min(1, Math.max(0, value))
