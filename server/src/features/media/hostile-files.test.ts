import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileSvgs } from '#test/samples/hostile-svgs'
import { id3v2, mp3Frame, mp3Frames, xingFrame } from '#test/samples/mp3'
import {
  apng,
  chunkNames,
  flatPng,
  pngChunk,
  pngHeader,
  repeatLastScan,
  withChunks,
  withSegment,
} from '#test/samples/pictures'
import { MediaError } from './media-error.ts'
import { inspectMp3 } from './mp3.ts'
import { reencodePicture } from './pictures.ts'
import { sanitiseSvg } from './svg.ts'

type Sample = [name: string, bytes: Buffer]

const reencode = (input: Buffer | string) =>
  reencodePicture(input, { width: 60, height: 60, fit: 'cover', format: 'png' }, 'user:1')

const script = '<script>alert("hostile")</script>'
const zip = Buffer.concat([
  Buffer.from('504b03040a0000000000', 'hex'),
  Buffer.from(script),
  Buffer.from('504b0506', 'hex'),
  Buffer.alloc(18),
])
const fixtures = new URL('../../../test/fixtures/audio/', import.meta.url).pathname

const noisy = sharp({
  create: {
    width: 200,
    height: 150,
    channels: 3,
    background: 'navy',
    noise: { type: 'gaussian', mean: 120, sigma: 40 },
  },
})
const png = await noisy.clone().png().toBuffer()
const jpeg = await noisy.clone().jpeg().toBuffer()
const progressive = await noisy.clone().jpeg({ progressive: true }).toBuffer()
const spoken = await readFile(join(fixtures, 'lame-vbr-joint-stereo.mp3'))
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><g><path d="M0 0h9v9z"/></g></svg>`

const polyglots: Sample[] = [
  ['jpeg, then zip', Buffer.concat([jpeg, zip])],
  ['jpeg with html in a comment', withSegment(jpeg, 0xfe, Buffer.from(script))],
  ['jpeg with a svg in APP1', withSegment(jpeg, 0xe1, Buffer.from(`<svg onload="${script}">`))],
  ['png, then php', Buffer.concat([png, Buffer.from('<?php hostile(); ?>')])],
  ['png with html in a text chunk', withChunks(png, pngChunk('tEXt', Buffer.from(`Comment\0${script}`)))],
  ['png with html in a chunk of its own', withChunks(png, pngChunk('hoSt', Buffer.from(script)))],
  ['gif and script', Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert("hostile")//')],
  ['pdf and jpeg', Buffer.concat([Buffer.from('%PDF-1.4\n'), jpeg])],
  ['mp3, then zip', Buffer.concat([mp3Frames(50), zip])],
  ['html, then mp3', Buffer.concat([Buffer.from(script), mp3Frames(50)])],
  ['ID3 tag with html and no sound', id3v2(Buffer.from(`<html>${script}</html>`))],
  ['svg, then html', Buffer.from(`${svg}<html>${script}</html>`)],
  ['mp3 with html in between', Buffer.concat([mp3Frames(9), Buffer.from(script), mp3Frames(9)])],
]

const nested = Array.from(
  { length: 20 },
  (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`,
)
const bombs: Sample[] = [
  ['png that claims 50,000 x 50,000', Buffer.concat([pngHeader(50_000, 50_000), flatPng(9, 9).subarray(33)])],
  ['png of 30,000 x 1,000 that is real', flatPng(30_000, 1_000)],
  [
    'png with 64 MB in a compressed text',
    flatPng(9, 9, pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64e6))]))),
  ],
  ['png with 30,000 chunks', withChunks(png, ...Array(30_000).fill(pngChunk('hoSt', Buffer.alloc(1))))],
  ['jpeg with 200 scans', repeatLastScan(progressive, 200)],
  ['jpeg that claims 65,500 x 65,500', resized(jpeg, 65_500)],
  ['animated png', apng(png)],
  [
    'jpeg of nothing but 0xFF',
    Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(2_000_000, 0xff)]),
  ],
  [
    'svg of ten to the twentieth',
    Buffer.from(svg.replace('<g>', `<g id="g0"><path/></g>${nested.join('')}<g>`)),
  ],
  ['svg that uses itself', Buffer.from(svg.replace('<g>', '<g id="a"><use href="#a"/>'))],
  [
    'svg with a billion laughs',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg}`),
  ],
]

const truncated: Sample[] = [
  ['png in its header', png.subarray(0, 20)],
  ['png in its data', png.subarray(0, png.length / 2)],
  ['png without its last byte', png.subarray(0, -1)],
  [
    'png in its data, with an end put on',
    Buffer.concat([png.subarray(0, png.length / 2), png.subarray(-12)]),
  ],
  ['jpeg in its tables', jpeg.subarray(0, 100)],
  ['jpeg in its data', jpeg.subarray(0, jpeg.length / 2)],
  ['jpeg without its end', jpeg.subarray(0, -2)],
  ['progressive jpeg in its scans', progressive.subarray(0, progressive.length * 0.8)],
  ['mp3 in the middle', spoken.subarray(0, spoken.length / 2)],
  ['mp3 in its first frame', spoken.subarray(0, 300)],
  ['mp3 whose last frame is cut', Buffer.concat([mp3Frames(50), mp3Frames(1).subarray(0, 416)])],
  ['mp3 that announces more', Buffer.concat([xingFrame(500), mp3Frames(50)])],
  ['svg in the middle', Buffer.from(svg.slice(0, 60))],
  ['svg without its end tag', Buffer.from(svg.replace('</svg>', ''))],
]

const wrongTypes: Sample[] = [
  ['nothing', Buffer.alloc(0)],
  ['gif', await noisy.clone().gif().toBuffer()],
  ['webp', await noisy.clone().webp().toBuffer()],
  ['tiff', await noisy.clone().tiff().toBuffer()],
  ['bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
  ['pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['wav', Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00'), Buffer.alloc(9_000)])],
  ['aac', Buffer.concat(Array(50).fill(Buffer.from(`fff15080${'00'.repeat(60)}`, 'hex')))],
  ['mp2', Buffer.concat(Array(50).fill(mp3Frame(417, { layer: 2 })))],
  ['ogg', Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(4_000)])],
  ['html', Buffer.from(`<!doctype html><html>${script}</html>`)],
  ['plain text', Buffer.from('Aries | Monday | 2026-11-23 08:00 | Breathe.')],
  ['svg in UTF-16', Buffer.from(`\uFEFF${svg}`, 'utf16le')],
  ['program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(4_000)])],
]

/** Gives a JPEG another size in its header. */
function resized(picture: Buffer, sizePx: number): Buffer {
  const bytes = Buffer.from(picture)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(sizePx, frame + 5)
  bytes.writeUInt16BE(sizePx, frame + 7)
  return bytes
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Offers a file to all three checks; each must refuse it in our words or give a harmless file of its own making. */
async function offerEverywhere(bytes: Buffer): Promise<string[]> {
  const path = join(folder, 'upload')
  await writeFile(path, bytes)
  const accepted: string[] = []
  const offer = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
      accepted.push(name)
    } catch (error) {
      expect(error, name).toBeInstanceOf(MediaError)
      expect((error as Error).message).toMatch(/^\* \S/)
    }
  }
  await offer('audio', async () => void (await inspectMp3(path)))
  await offer('picture', async () => {
    const result = await reencode(path)
    expectHarmlessPicture(result)
  })
  await offer('svg', async () => expectHarmlessSvg(sanitiseSvg(bytes)))
  return accepted
}

function expectHarmlessPicture(result: Buffer): void {
  const allowed = ['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND']
  expect(chunkNames(result).filter((name) => !allowed.includes(name))).toEqual([])
  expect(result.toString('latin1')).not.toMatch(/hostile|script/)
}

/** Looks at the written file as a browser would find it, without the sanitiser's own lists. */
function expectHarmlessSvg(result: string): void {
  const [, ...tags] = result.replaceAll(/"[^"]*"/g, '""').split('<')
  for (const tag of tags) {
    expect(tag).not.toMatch(/^[!?]/)
    expect(tag).not.toMatch(/^\/?(script|foreignobject|style|image|a|set|animate|iframe|img|handler|html)\b/i)
    expect(tag.split('>')[0]).not.toMatch(/[\s/](on\w+|style|src|class|xlink:href|xml:base)\s*=/i)
  }
  const values = [...result.matchAll(/ ([\w:-]+)="([^"]*)"/g)].filter(([, name]) => name !== 'xmlns')
  for (const [, name, value = ''] of values) {
    expect(value, name).not.toMatch(/:|\/\/|\\|@|url\(\s*['"]?[^#'"]|script/i)
    if (name === 'href') expect(value).toMatch(/^#/)
  }
}

describe.each([
  ['hostile svg', hostileSvgs.map(([name, text]): Sample => [name, Buffer.from(text)]), 25, ['svg']],
  ['polyglot', polyglots, 10, ['picture']],
  ['bomb', bombs, 5, ['picture']],
  ['truncated file', truncated, 10, []],
  ['file of another type', wrongTypes, 10, []],
])('%s', (_kind, samples, least, mayBecomeHarmless) => {
  test(`there are at least ${least}`, () => {
    expect(new Set(samples.map(([name]) => name)).size).toBeGreaterThanOrEqual(least)
  })

  test.each(samples)('%s', async (_name, bytes) => {
    const accepted = await offerEverywhere(bytes)
    expect(mayBecomeHarmless).toEqual(expect.arrayContaining(accepted))
  })
})

test.each([
  'png that claims 50,000 x 50,000',
  'png of 30,000 x 1,000 that is real',
  'png with 30,000 chunks',
  'jpeg with 200 scans',
  'jpeg that claims 65,500 x 65,500',
  'animated png',
])('refuses before decoding: %s', async (name) => {
  const bytes = bombs.find(([each]) => each === name)?.[1] ?? Buffer.alloc(0)
  const work = reencode(bytes)
  await expect(work).rejects.toMatchObject({
    reason: expect.stringMatching(/^(too_many_pixels|too_many_chunks|too_many_scans|animated)$/),
  })
})
