/**
 * Every colour of the product, on light ground and on dark, or one for both: the only place where colours are written.
 * The app's style sheet (web/src/theme/palette.css, made by tools/make-palette.ts), the landing page, the pages that
 * the server writes, letters, and the shades of a tenant's accent are all made from these.
 */
export const palette = {
  paper: ['#F3EEE3', '#0D1424'],
  leaf: ['#FBF8F1', '#141D31'],
  sheet: ['#FFFDF9', '#1B2640'],
  ink: ['#16203A', '#F2ECDF'],
  ink2: ['#434C66', '#BFC3CF'],
  ink3: ['#5C647B', '#9CA3B6'],
  rule: ['#D8CFBD', '#2B3652'],
  edge: ['#80786A', '#6E7A98'],
  logoLine: ['transparent', '#BFC3CF'],

  gold: ['#E0AD45', '#E6B653'],
  onGold: ['#16203A', '#16203A'],
  goldInk: ['#755308', '#E9BF68'],
  goldLine: ['#A87412', '#D9A63F'],
  goldWash: ['#F6E7C3', '#332B1C'],

  blue: ['#2B4A94', '#8FB0F5'],
  good: ['#1C6444', '#83CFA8'],
  goodWash: ['#DFEBDD', '#17352C'],
  warn: ['#7F4A00', '#F0B765'],
  bad: ['#9B2226', '#F4A29A'],
  badWash: ['#F7E1DC', '#43201F'],

  primary: ['#16203A', '#F2ECDF'],
  onPrimary: ['#FBF8F1', '#111A30'],
  focus: ['#16203A', '#E6B653'],

  // Where one looks at the sky or listens it is night, in either scheme.
  night: ['#111A30', '#090F1D'],
  night2: ['#1D2844', '#18213A'],
  nightRule: '#37435F',
  nightEdge: '#6E7A98',
  nightInk: '#F2ECDF',
  nightInk2: '#BFC3CF',
  nightInk3: '#9CA3B6',
  nightGold: '#E6B653',
  onNightGold: '#16203A',
  nightFocus: '#E6B653',

  /** The ground of a picture that was drawn for paper. */
  picturePaper: '#F3EEE3',
  /** Paper of its own, and ink of a printer. */
  print: '#FFFFFF',
  printInk: '#000000',
  printInk2: '#333333',

  veil: 'rgb(8 13 26 / 0.66)',
  shadowInk: 'rgb(8 13 26 / 0.35)',
} as const satisfies Record<string, string | readonly [light: string, dark: string]>

export type ColorName = keyof typeof palette

/** The colour as each scheme has it. */
export function shadesOf(name: ColorName): { light: string; dark: string } {
  const color: string | readonly [string, string] = palette[name]
  return typeof color === 'string' ? { light: color, dark: color } : { light: color[0], dark: color[1] }
}

/** The custom property of a colour: `--gold-ink` of `goldInk`, `--ink-2` of `ink2`. */
export function propertyOf(name: string): string {
  return `--${name.replace(/[A-Z]|\d+/g, (mark) => `-${mark.toLowerCase()}`)}`
}

/** Rules that give a page without script these colours, in the scheme of the device. */
export function paletteRules(names: readonly ColorName[]): string {
  const declare = (scheme: 'light' | 'dark', some: readonly ColorName[]) =>
    some.map((name) => `${propertyOf(name)}:${shadesOf(name)[scheme]}`).join(';')
  const differing = names.filter((name) => shadesOf(name).light !== shadesOf(name).dark)
  return (
    `:root{color-scheme:light dark;${declare('light', names)}}` +
    `@media (prefers-color-scheme:dark){:root{${declare('dark', differing)}}}`
  )
}

/** The same for the colours that a style sheet uses. */
export function paletteRulesFor(styleText: string): string {
  const names = Object.keys(palette) as ColorName[]
  return paletteRules(names.filter((name) => styleText.includes(`var(${propertyOf(name)})`)))
}
