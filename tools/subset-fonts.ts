/**
 * Cuts the subsets of Besley and Public Sans that are committed under `web/public/fonts/`, and lays their
 * licences (SIL Open Font License 1.1) beside them. Run it after a change of the packages or of the character
 * lists in `web/src/landing/font-faces.ts`: `npx node tools/subset-fonts.ts`.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { BESLEY_SUBSET, PUBLIC_SANS_SUBSET } from '../web/src/landing/font-faces.ts'

const FONTS_FOLDER = fileURLToPath(new URL('../web/public/fonts/', import.meta.url))

/** Tables that a page has no use for: variation leftovers, signatures, screen hints of another age. */
const UNUSED_TABLES = ['DSIG', 'GDEF', 'HVAR', 'MVAR', 'STAT', 'gasp', 'meta']

type Face = typeof BESLEY_SUBSET & {
  source: string
  licence: { source: string; fileName: string }
  keepFeatures: string[]
  variationAxes?: Record<string, number>
}

const faces: Face[] = [
  {
    ...BESLEY_SUBSET,
    source: '@fontsource/besley/files/besley-latin-400-normal.woff2',
    licence: { source: '@fontsource/besley/LICENSE', fileName: 'OFL-Besley.txt' },
    keepFeatures: ['kern', 'liga', 'tnum'],
  },
  {
    ...PUBLIC_SANS_SUBSET,
    source: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    licence: { source: '@fontsource-variable/public-sans/LICENSE', fileName: 'OFL-Public-Sans.txt' },
    variationAxes: { wght: 400 },
    keepFeatures: ['kern'],
  },
]

const installedFile = (name: string): string =>
  fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))

/** The characters of a CSS `unicode-range` list of single points and closed ranges. */
function charactersIn(unicodeRange: string): string {
  return unicodeRange
    .split(',')
    .flatMap((entry) => {
      const [first = 0, last = first] = entry
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
    })
    .join('')
}

await mkdir(FONTS_FOLDER, { recursive: true })
for (const { fileName, source, licence, unicodeRange, variationAxes, keepFeatures } of faces) {
  const font = await subsetFont(await readFile(installedFile(source)), charactersIn(unicodeRange), {
    targetFormat: 'woff2',
    noHinting: true,
    dropTables: UNUSED_TABLES,
    keepFeatures,
    variationAxes,
  })
  await writeFile(FONTS_FOLDER + fileName, font)
  await copyFile(installedFile(licence.source), FONTS_FOLDER + licence.fileName)
  console.log(`${fileName}: ${font.byteLength} bytes`)
}
