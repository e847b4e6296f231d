/**
 * The two faces of the landing page as subsets: their files under `/fonts/` and the characters in them, as
 * CSS `unicode-range` lists. `tools/subset-fonts.ts` cuts the files from these very lists; a character outside
 * falls back to the next family, letter by letter.
 */
export const BESLEY_SUBSET = {
  fileName: 'besley-400-subset.woff2',
  unicodeRange:
    'U+20-7E,U+A0,U+A3,U+A9,U+B0,U+B7,U+C9,U+D7,U+E0-E2,U+E7-EB,U+ED,U+EF,U+F1,U+F3-F4,U+F6,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2212',
}

export const PUBLIC_SANS_SUBSET = {
  fileName: 'public-sans-400-subset.woff2',
  unicodeRange: 'U+20-7E,U+A0,U+A9,U+B0,U+B7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2026',
}
