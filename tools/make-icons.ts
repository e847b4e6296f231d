/** Draws the app's PNG icons and favicon.ico from web/public/favicon.svg. Run after the favicon changed: `node tools/make-icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
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

/** Pictures of a favicon.ico, for what asks for it by this name; each is a PNG, which every browser reads in one. */
const pictures = await Promise.all(
  [16, 32, 48].map(async (side) => ({
    side,
    png: await sharp(drawing, { density: side * 8 })
      .resize(side, side)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer(),
  })),
)
const headBytes = 6
const entryBytes = 16
const head = Buffer.alloc(headBytes + entryBytes * pictures.length)
head.writeUInt16LE(1, 2)
head.writeUInt16LE(pictures.length, 4)
let offset = head.length
for (const [index, { side, png }] of pictures.entries()) {
  const at = headBytes + entryBytes * index
  head.writeUInt8(side, at)
  head.writeUInt8(side, at + 1)
  head.writeUInt16LE(1, at + 4)
  head.writeUInt16LE(32, at + 6)
  head.writeUInt32LE(png.length, at + 8)
  head.writeUInt32LE(offset, at + 12)
  offset += png.length
}
await writeFile(target('favicon.ico'), Buffer.concat([head, ...pictures.map(({ png }) => png)]))
