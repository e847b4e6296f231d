/** Draws the app's PNG icons from web/public/favicon.svg. Run after the favicon changed: `node tools/make-icons.ts`. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const publicFolder = new URL('../web/public/', import.meta.url)
const target = (name: string) => fileURLToPath(new URL(name, publicFolder))
const drawing = await readFile(new URL('favicon.svg', publicFolder))

for (const side of [192, 512]) {
  await sharp(drawing, { density: side * 2 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(target(`icon-${side}.png`))
}

// A maskable icon keeps everything within the middle four fifths, on a ground to its edges.
await sharp(drawing, { density: 1024 })
  .resize(384, 384)
  .extend({ top: 64, bottom: 64, left: 64, right: 64, background: '#111A30' })
  .flatten({ background: '#111A30' })
  .png({ compressionLevel: 9, palette: true })
  .toFile(target('icon-maskable-512.png'))
