import { deflateSync } from 'node:zlib'
import { limits } from '@almanac/contract/limits'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { chunkNames, flatPng, pngChunk, withChunks, withSegment } from '#test/samples/pictures'
import { exifOf, readOrientation } from './exif-orientation.ts'
import { keepPicture } from './picture-parts.ts'
import { reencodePicture } from './pictures.ts'

const blank = sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
const png = await blank.clone().png().toBuffer()
const jpeg = await blank.clone().jpeg().toBuffer()
const photo = await blank.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()
const eightMegabytes = deflateSync(Buffer.alloc(7_900_000, 'a'), { level: 9 })
const compressed = {
  zTXt: Buffer.concat([Buffer.from('Comment\0\0'), eightMegabytes]),
  iTXt: Buffer.concat([Buffer.from('Comment\0\x01\0\0\0'), eightMegabytes]),
  iCCP: Buffer.concat([Buffer.from('profile\0\0'), eightMegabytes]),
}

describe('of a png the decoder sees the picture alone', () => {
  test.each([
    ['zTXt', compressed.zTXt],
    ['iTXt', compressed.iTXt],
    ['tEXt', Buffer.from('Comment\0hostile')],
    ['iCCP', compressed.iCCP],
    ['iCCP', Buffer.from('no profile at all')],
    ['gAMA', Buffer.alloc(5)],
    ['hoSt', Buffer.from('hostile')],
    ['eXIf', Buffer.from('hostile')],
    ['sPLT', Buffer.alloc(9_000)],
    ['hIST', Buffer.alloc(512)],
  ])('without %s (%#)', async (name, content) => {
    const kept = keepPicture(withChunks(flatPng(9, 9), pngChunk(name, content)), 'png')
    expect(chunkNames(kept)).toEqual(['IHDR', 'IDAT', 'IEND'])
  })

  test('with what its colours and its place are made from, once', () => {
    const chunks = [
      pngChunk('gAMA', Buffer.alloc(4, 1)),
      pngChunk('sRGB', Buffer.alloc(1)),
      pngChunk('sRGB', Buffer.alloc(1)),
      pngChunk('eXIf', exifOf(6)),
    ]
    const kept = keepPicture(withChunks(flatPng(9, 9), ...chunks), 'png')
    expect(chunkNames(kept)).toEqual(['IHDR', 'gAMA', 'sRGB', 'eXIf', 'IDAT', 'IEND'])
  })

  test('without what comes after its end', () => {
    const kept = keepPicture(Buffer.concat([png, Buffer.from('hostile')]), 'png')
    expect(kept.subarray(-8, -4).toString()).toBe('IEND')
  })
})

describe('of a jpeg the decoder sees the picture alone', () => {
  const markersOf = (bytes: Buffer) => {
    const markers: number[] = []
    for (let at = 2; bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2))
      markers.push(bytes[at + 1] ?? 0)
    return markers
  }

  test.each([
    ['a comment', 0xfe, Buffer.from('hostile')],
    ['XMP', 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<hostile/>')],
    ['EXIF that says nothing', 0xe1, Buffer.from('Exif\0\0hostile')],
    ['IPTC', 0xed, Buffer.from('Photoshop 3.0\0hostile')],
    ['a marker without a meaning', 0x02, Buffer.from('hostile')],
    ['a second start', 0xd8, Buffer.from('hostile')],
  ])('without %s', async (_name, marker, content) => {
    const kept = keepPicture(withSegment(jpeg, marker, content), 'jpeg')
    expect(kept.toString('latin1')).not.toContain('hostile')
    expect(markersOf(kept)).toEqual(markersOf(keepPicture(jpeg, 'jpeg')))
    expect((await sharp(kept).metadata()).width).toBe(60)
  })

  test('with the profile of its colours, unless it is larger than any is', () => {
    const part = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(60_000)])
    const withParts = (count: number) => {
      const bytes = Array(count)
        .fill(part)
        .reduce((picture: Buffer, each: Buffer) => withSegment(picture, 0xe2, each), jpeg)
      return markersOf(keepPicture(bytes, 'jpeg')).filter((marker) => marker === 0xe2).length
    }
    expect([withParts(3), withParts(50)]).toEqual([3, 33])
  })

  test('with which way is up and no other word of the camera, whatever comes first', async () => {
    const told = withSegment(photo, 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<hostile/>'))
    const kept = keepPicture(told, 'jpeg')
    expect(await sharp(kept).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() })
    expect((await sharp(kept).metadata()).exif?.length).toBe(32)
  })

  test('without what is between its segments and after its end', () => {
    const junk = Buffer.from('hostile')
    const second = 4 + jpeg.readUInt16BE(4)
    const bytes = Buffer.concat([jpeg.subarray(0, second), junk, jpeg.subarray(second), junk])
    expect(keepPicture(bytes, 'jpeg')).toEqual(keepPicture(jpeg, 'jpeg'))
  })
})

test.each([
  [
    'big-endian, second of two',
    '4d4d002a00000008000201000003000000010001000001120003000000010006000000000000',
    6,
  ],
  ['one that points nowhere', '49492a00ffffffff00000000000000000000', null],
  ['an endless directory', `49492a0008000000ffff${'00'.repeat(400)}`, null],
  ['a ninth way', exifOf(9).toString('hex'), null],
  ['nothing', '', null],
])('reads which way is up: %s', (_name, hex, orientation) => {
  expect(readOrientation(Buffer.from(hex, 'hex'))).toBe(orientation)
})

test.each(['zTXt', 'iTXt'] as const)('a 4 MB png of %s chunks is unpacked nowhere', async (name) => {
  const chunk = pngChunk(name, compressed[name])
  const chunks = Array(Math.floor(4_000_000 / chunk.length)).fill(chunk)
  const bomb = flatPng(9, 9, ...chunks)
  expect(bomb.length).toBeGreaterThan(3_900_000)
  expect(bomb.length).toBeLessThan(limits.pictureMaxBytes)
  const target = { width: 300, height: 300, fit: 'cover', format: 'png' } as const
  await reencodePicture(png, target, 'user:1')
  const before = process.resourceUsage().maxRSS
  await reencodePicture(bomb, target, 'user:1')
  // Unpacked, its texts take 2 GB.
  const grownKilobytes = process.resourceUsage().maxRSS - before
  expect(grownKilobytes).toBeLessThan(100_000)
})
