import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@almanac/contract/limits'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apng, chunkNames } from '#test/samples/pictures'
import { type PictureTarget, reencodePicture } from './pictures.ts'

const avatar: PictureTarget = { width: 300, height: 300, fit: 'cover', format: 'png' }
/** One person's pictures. */
const reencode = (input: Buffer | string, target: PictureTarget) => reencodePicture(input, target, 'user:1')
const harmlessChunks = ['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND']
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** A red left half and a blue right half, so that turning and cutting can be seen. */
function halves(width: number, height: number): Sharp {
  const half = (background: string) => ({
    create: { width: Math.floor(width / 2), height, channels: 3 as const, background },
  })
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: half('blue'), left: Math.ceil(width / 2), top: 0 },
  ])
}

async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  if (red > 180 && green < 90 && blue < 90) return 'red'
  if (blue > 130 && red < 110 && green < 110) return 'blue'
  return `rgb(${red}, ${green}, ${blue})`
}

const goodFiles: Array<[string, () => Promise<Buffer>]> = [
  ['jpeg', () => halves(600, 400).jpeg().toBuffer()],
  ['jpeg, progressive', () => halves(600, 400).jpeg({ progressive: true }).toBuffer()],
  ['jpeg, mozjpeg', () => halves(600, 400).jpeg({ mozjpeg: true }).toBuffer()],
  ['jpeg, 4:4:4', () => halves(600, 400).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
  ['jpeg, quality 1', () => halves(600, 400).jpeg({ quality: 10 }).toBuffer()],
  ['jpeg, CMYK', () => halves(600, 400).toColourspace('cmyk').jpeg().toBuffer()],
  ['jpeg, P3 profile', () => halves(600, 400).withIccProfile('p3').jpeg().toBuffer()],
  [
    'jpeg, EXIF and XMP',
    () =>
      halves(600, 400)
        .withExif({ IFD0: { Artist: 'A' } })
        .withXmp('<x/>')
        .jpeg()
        .toBuffer(),
  ],
  ['jpeg, optimised scans off', () => halves(600, 400).jpeg({ optimiseCoding: false }).toBuffer()],
  ['png', () => halves(600, 400).png().toBuffer()],
  ['png, palette', () => halves(600, 400).png({ palette: true }).toBuffer()],
  ['png, palette of two', () => halves(600, 400).png({ palette: true, colours: 2 }).toBuffer()],
  ['png, interlaced', () => halves(600, 400).png({ progressive: true }).toBuffer()],
  ['png, 16 bits', () => halves(600, 400).toColourspace('rgb16').png().toBuffer()],
  ['png, with alpha', () => halves(600, 400).ensureAlpha(0.9999).png().toBuffer()],
  ['png, stored', () => halves(600, 400).png({ compressionLevel: 0 }).toBuffer()],
  ['png, adaptive filters', () => halves(600, 400).png({ adaptiveFiltering: true }).toBuffer()],
  ['png, with density and profile', () => halves(600, 400).withMetadata({ density: 300 }).png().toBuffer()],
  ['png, one row', () => halves(600, 1).png().toBuffer()],
  ['png, larger than asked for', () => halves(3_000, 2_000).png().toBuffer()],
  ['png, smaller than asked for', () => halves(30, 20).png().toBuffer()],
]

test.each(goodFiles)('draws a good file anew and keeps only its pixels: %s', async (_name, make) => {
  const result = await reencode(await make(), avatar)
  const facts = await sharp(result).metadata()
  expect(facts).toMatchObject({ format: 'png', width: 300, height: 300, depth: 'uchar', space: 'srgb' })
  expect([facts.exif, facts.xmp, facts.icc, facts.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(await colourAt(result, 20, 150)).toBe('red')
  expect(await colourAt(result, 280, 150)).toBe('blue')
  expect(chunkNames(result).filter((name) => !harmlessChunks.includes(name))).toEqual([])
})

test('keeps grey as grey', async () => {
  const grey = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#777' } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  expect(await colourAt(await reencode(grey, avatar), 5, 5)).toBe('rgb(119, 119, 119)')
})

test.each([
  [1, 'red', 'blue'],
  [2, 'blue', 'red'],
  [3, 'blue', 'red'],
  [4, 'red', 'blue'],
])('shows a photo with EXIF orientation %i as the camera was held', async (orientation, left, right) => {
  const photo = await halves(400, 200).withMetadata({ orientation }).jpeg().toBuffer()
  const result = await reencode(photo, { ...avatar, width: 200, height: 100 })
  expect(await colourAt(result, 10, 50)).toBe(left)
  expect(await colourAt(result, 190, 50)).toBe(right)
})

test.each([
  [5, 'red', 'blue'],
  [6, 'red', 'blue'],
  [7, 'blue', 'red'],
  [8, 'blue', 'red'],
])('turns a photo with EXIF orientation %i upright', async (orientation, top, bottom) => {
  const photo = await halves(400, 200).withMetadata({ orientation }).jpeg().toBuffer()
  const result = await reencode(photo, { ...avatar, width: 100, height: 200 })
  expect(await colourAt(result, 50, 10)).toBe(top)
  expect(await colourAt(result, 50, 190)).toBe(bottom)
})

describe('fits the picture into the box', () => {
  test.each([
    ['cover', 200, 100, 255],
    ['contain', 200, 100, 0],
    ['inside', 67, 100, 255],
  ] as const)('%s', async (fit, width, height, alpha) => {
    const result = await reencode(await halves(400, 600).png().toBuffer(), {
      ...avatar,
      width: 200,
      height: 100,
      fit,
    })
    expect(await sharp(result).metadata()).toMatchObject({ width, height })
    const corner = await sharp(result)
      .ensureAlpha()
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(corner[3]).toBe(alpha)
  })

  test('inside never enlarges', async () => {
    const result = await reencode(await halves(30, 20).png().toBuffer(), { ...avatar, fit: 'inside' })
    expect(await sharp(result).metadata()).toMatchObject({ width: 30, height: 20 })
  })
})

describe('limits', () => {
  test('takes 4,096,000 bytes and not one more, from memory and from disk', async () => {
    const picture = await halves(60, 40).png().toBuffer()
    const full = Buffer.concat([picture, Buffer.alloc(limits.pictureMaxBytes - picture.length)])
    const over = Buffer.concat([full, Buffer.alloc(1)])
    await writeFile(join(folder, 'full'), full)
    await writeFile(join(folder, 'over'), over)
    const tooLarge = { code: 'picture_too_large', message: '* Maximum 4MB image file is allowed.' }
    expect((await reencode(full, avatar)).length).toBeGreaterThan(0)
    expect((await reencode(join(folder, 'full'), avatar)).length).toBeGreaterThan(0)
    await expect(reencode(over, avatar)).rejects.toMatchObject(tooLarge)
    await expect(reencode(join(folder, 'over'), avatar)).rejects.toMatchObject(tooLarge)
  })

  test('takes 25 megapixels and not one row more', async () => {
    const blank = (height: number) =>
      sharp({ create: { width: 5_000, height, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer()
    expect((await reencode(await blank(5_000), avatar)).length).toBeGreaterThan(0)
    const work = reencode(await blank(5_001), avatar)
    await expect(work).rejects.toMatchObject({ code: 'invalid_picture', reason: 'too_many_pixels' })
  })

  test('takes half as many pixels with 16 bits a colour', async () => {
    const blank = await sharp({ create: { width: 5_000, height: 2_501, channels: 3, background: 'red' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    await expect(reencode(blank, avatar)).rejects.toMatchObject({ reason: 'too_many_pixels' })
  })

  test('refuses an animated png', async () => {
    const work = reencode(apng(await halves(60, 40).png().toBuffer()), avatar)
    await expect(work).rejects.toMatchObject({ code: 'invalid_picture', reason: 'animated' })
  })

  test.each(['gif', 'webp', 'tiff', 'avif'] as const)('refuses %s whatever its name', async (format) => {
    const picture = await halves(60, 40).toFormat(format).toBuffer()
    await expect(reencode(picture, avatar)).rejects.toMatchObject({
      code: 'invalid_picture',
      message: '* Selected file format is not supported.',
    })
  })
})
