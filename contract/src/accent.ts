import type { ColorName } from './palette.ts'

/**
 * The colours of the palette whose place a tenant's accent takes. The server derives them from the one colour that a
 * tenant has (server/src/features/tenants/accent.ts); the app and the landing page put them on.
 */
export const accentColorNames = [
  'gold',
  'onGold',
  'goldInk',
  'goldLine',
  'goldWash',
  'nightGold',
  'onNightGold',
] as const satisfies readonly ColorName[]

export type AccentColorName = (typeof accentColorNames)[number]

/** One scheme's colours, each `#RRGGBB`. */
export type AccentColors = Record<AccentColorName, string>
export type Accent = { light: AccentColors; dark: AccentColors }

/** The one form that a tenant's colour has. Nothing else may enter a style. */
export const hexColor = /^#[0-9a-f]{6}$/i
