import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { palette } from '../contract/src/palette.ts'
import { PALETTE_FILE, paletteSheet } from './make-palette.ts'

const root = join(import.meta.dirname, '..')

test("the app's colours are those of the palette: node tools/make-palette.ts writes them", () => {
  expect(readFileSync(PALETTE_FILE, 'utf8')).toBe(paletteSheet())
})

test.each(['web/index.html', 'web/public/manifest.webmanifest', 'web/public/favicon.svg'])(
  '%s, which no code writes, has colours of the palette alone',
  (path) => {
    const colors = new Set(Object.values(palette).flat())
    const used = readFileSync(join(root, path), 'utf8').match(/#[0-9a-f]{6}\b/gi) ?? []
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((color) => !colors.has(color.toUpperCase() as never))).toEqual([])
  },
)
