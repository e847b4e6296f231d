/** Writes web/src/theme/palette.css from contract/src/palette.ts: `node tools/make-palette.ts` after a colour changed. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ColorName, palette, propertyOf, shadesOf } from '../contract/src/palette.ts'

export const PALETTE_FILE = join(import.meta.dirname, '../web/src/theme/palette.css')

const write = (color: string) => (color.startsWith('#') ? color.toLowerCase() : color)

/** Settled at the root: the ground of a `.night` part follows the page's scheme although all inside of it is dark. */
const registered: ColorName[] = ['night', 'night2']

function declare(name: ColorName): string {
  const { light, dark } = shadesOf(name)
  const value = light === dark ? write(light) : `light-dark(${write(light)}, ${write(dark)})`
  return `  ${propertyOf(name)}: ${value};\n`
}

/** The app's colours as a style sheet. */
export function paletteSheet(): string {
  const properties = registered.map(
    (name) =>
      `@property ${propertyOf(name)} {\n  syntax: "<color>";\n  inherits: true;\n  initial-value: ${write(shadesOf(name).light)};\n}\n`,
  )
  const colors = (Object.keys(palette) as ColorName[]).map(declare)
  return `/* Made from contract/src/palette.ts by tools/make-palette.ts; colours are changed there. */\n${properties.join('')}\n:root {\n${colors.join('')}}\n`
}

if (import.meta.main) await writeFile(PALETTE_FILE, paletteSheet())
