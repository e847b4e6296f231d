/**
 * Draws the pictures of the demo data into `server/demo/images/`. The results are committed; the product never
 * runs this. Run: `npx node tools/make-demo-images.ts`.
 */
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import {
  type DrawingColours,
  drawAuroraLandscape,
  drawMoon,
  drawNorthStarMark,
  drawNorthstarSea,
  drawRisingSunMark,
} from './demo-drawings.ts'

const IMAGE_FOLDER = join(import.meta.dirname, '../server/demo/images')

const NIGHT = {
  night: '#111A30',
  nightDeep: '#090F1D',
  nightHill: '#0D1527',
  nightShade: '#1D2844',
  nightRule: '#37435F',
  star: '#F2ECDF',
} as const

const AURORA: DrawingColours = { ...NIGHT, accent: '#E6B653', mark: '#A87412' }
const NORTHSTAR: DrawingColours = { ...NIGHT, accent: '#CDA9D8', mark: '#99689F' }

/** How much of the moon each of the five packages lights, from a sickle to the full disc. */
const LIT_SHARES = [0.12, 0.32, 0.55, 0.8, 1] as const

/** Flat drawings: a palette holds them in a tenth of the bytes of true colour. */
async function writePng(name: string, svg: string, scale: number, colours: number): Promise<void> {
  const target = join(IMAGE_FOLDER, name)
  await mkdir(dirname(target), { recursive: true })
  const picture = sharp(Buffer.from(svg), { density: 72 * scale })
  const { size } = await picture.png({ palette: true, colours, effort: 10, dither: 0 }).toFile(target)
  console.log(`${name} ${size} bytes`)
}

async function writeWebp(name: string, svg: string): Promise<void> {
  const target = join(IMAGE_FOLDER, name)
  await mkdir(dirname(target), { recursive: true })
  const { size } = await sharp(Buffer.from(svg))
    .webp({ quality: 82, effort: 6, smartSubsample: true })
    .toFile(target)
  console.log(`${name} ${size} bytes`)
}

for (const [slug, colours] of Object.entries({ aurora: AURORA, northstar: NORTHSTAR })) {
  for (const [index, litShare] of LIT_SHARES.entries()) {
    await writePng(`${slug}/package-${index + 1}.png`, drawMoon(litShare, 11 + index * 7, colours), 1, 48)
  }
}
await writeWebp('aurora/about.webp', drawAuroraLandscape(AURORA))
await writeWebp('northstar/about.webp', drawNorthstarSea(NORTHSTAR))
await writePng('aurora/logo.png', drawRisingSunMark(AURORA), 2, 32)
await writePng('northstar/logo.png', drawNorthStarMark(NORTHSTAR), 2, 32)
