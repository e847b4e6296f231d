import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@almanac/contract/limits'
import { parseFile } from 'music-metadata'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  apeTag,
  type FrameOptions,
  id3v1,
  id3v2,
  lyrics3v2,
  mp3Frame,
  mp3Frames,
  mp3Header,
  vbriFrame,
  xingFrame,
} from '#test/samples/mp3'
import { inspectMp3 } from './mp3.ts'

const fixtures = new URL('../../../test/fixtures/audio/', import.meta.url).pathname
const demo = new URL('../../../demo/audio/', import.meta.url).pathname
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mp3-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function inspect(...pieces: Buffer[]) {
  const path = join(folder, 'sample')
  await writeFile(path, Buffer.concat(pieces))
  return inspectMp3(path)
}

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'accepted',
    (error) => error.reason,
  )
}

const realFiles = [
  ...(await readdir(fixtures)).map((name) => join(fixtures, name)),
  ...(await readdir(demo)).filter((name) => name.endsWith('.mp3')).map((name) => join(demo, name)),
]

/** That parser takes the length of these from the bit rate of their first frames, and is off by a frame or two. */
const guessed = /-vbr-no-tag\.mp3$/
const counted = realFiles.filter((path) => !guessed.test(path))

test.each(counted)('counts the frames of a real file as another parser does: %s', async (path) => {
  const { format } = await parseFile(path, { duration: true })
  const facts = await inspectMp3(path)
  const samples = facts.sampleRateHz < 32_000 ? 576 : 1152
  expect((facts.frameCount * samples) / facts.sampleRateHz).toBeCloseTo(format.duration ?? 0, 3)
  expect(facts.sampleRateHz).toBe(format.sampleRate)
  expect(facts.channels).toBe(format.numberOfChannels)
})

test.each([
  ['ffmpeg-22khz-no-xing-id3v1.mp3', 1.7763],
  ['ffmpeg-cover-id3v1.mp3', 1.5],
  ['lame-32khz-vbr-no-tag.mp3', 1.764],
  ['lame-48khz-cover.mp3', 1.7],
  ['lame-abr-checksums.mp3', 1.5],
  ['lame-cbr-mono-no-tag.mp3', 1.5673],
  ['lame-mpeg2-16khz-vbr-no-tag.mp3', 1.8],
  ['lame-mpeg2-24khz-abr.mp3', 1.7],
  ['lame-mpeg25-11khz-vbr.mp3', 1.7],
  ['lame-mpeg25-8khz-mono.mp3', 1.872],
  ['lame-vbr-joint-stereo.mp3', 1.5],
  ['shine-cbr.mp3', 1.4769],
])('measures a real file as long as ffmpeg decodes it: %s, %d seconds', async (name, seconds) => {
  const { durationSeconds } = await inspectMp3(join(fixtures, name))
  // The decoder drops half a frame that shine's file begins with.
  expect(Math.abs(durationSeconds - seconds)).toBeLessThan(0.02)
})

describe('the silence that an encoder has added', () => {
  const padded = (encoder: string, samples: number) => {
    const frame = xingFrame(30)
    const at = 4 + 32 + 12
    frame.write(encoder, at, 'latin1')
    frame.writeUIntBE(samples * 0x1001, at + 21, 3)
    return frame
  }
  test.each([
    ['LAME3.100', 576, 30 * 1152 - 2 * 576],
    ['Lavc60.3', 1105, 30 * 1152 - 2 * 1105],
    // Whoever else writes something there means something else.
    ['GOGO3.13', 576, 30 * 1152],
  ])('by %s, %i samples at each end, leaves %i', async (encoder, samples, left) => {
    const { durationSeconds } = await inspect(padded(encoder, samples), mp3Frames(30))
    expect(durationSeconds).toBeCloseTo(left / 44_100, 9)
  })

  test('is none where it would be longer than the file', async () => {
    const [first, frames] = [xingFrame(3), mp3Frames(3)]
    first.write('LAME3.100', 48, 'latin1')
    first.writeUIntBE(4_000 * 0x1001, 69, 3)
    expect((await inspect(first, frames)).durationSeconds).toBeCloseTo((3 * 1152) / 44_100, 9)
  })
})

describe('the size of a frame', () => {
  // version, bitrate index, sample rate index, mono, padding, bytes a frame, seconds a frame
  test.each<[FrameOptions, number, number]>([
    [{ version: 1, bitrateIndex: 9, sampleRateIndex: 0 }, 417, 1152 / 44_100],
    [{ version: 1, bitrateIndex: 9, sampleRateIndex: 0, padding: true }, 418, 1152 / 44_100],
    [{ version: 1, bitrateIndex: 14, sampleRateIndex: 1 }, 960, 1152 / 48_000],
    [{ version: 1, bitrateIndex: 1, sampleRateIndex: 2, mono: true }, 144, 1152 / 32_000],
    [{ version: 2, bitrateIndex: 8, sampleRateIndex: 0 }, 208, 576 / 22_050],
    [{ version: 2, bitrateIndex: 14, sampleRateIndex: 2, mono: true }, 720, 576 / 16_000],
    [{ version: 2.5, bitrateIndex: 1, sampleRateIndex: 2 }, 72, 576 / 8_000],
    [{ version: 2.5, bitrateIndex: 5, sampleRateIndex: 1, mono: true }, 240, 576 / 12_000],
  ])('follows from its header: %j', async (options, sizeBytes, seconds) => {
    const frame = mp3Frame(sizeBytes, options)
    const facts = await inspect(...Array.from({ length: 40 }, () => frame))
    expect(facts.frameCount).toBe(40)
    expect(facts.durationSeconds).toBeCloseTo(40 * seconds, 9)
    expect(facts.channels).toBe(options.mono ? 1 : 2)
  })

  test('may change from frame to frame with the bit rate', async () => {
    const frames = [9, 11, 5, 14].map((bitrateIndex) =>
      mp3Frame([0, 0, 0, 0, 0, 208, 0, 0, 0, 417, 0, 626, 0, 0, 1044][bitrateIndex] as number, {
        bitrateIndex,
      }),
    )
    expect((await inspect(...frames, ...frames)).frameCount).toBe(8)
  })
})

test.each<[string, Buffer[]]>([
  ['ID3v2 with a cover', [id3v2(Buffer.alloc(300_000, 0xff)), mp3Frames(20)]],
  ['ID3v2 that is padded with zeros outside', [id3v2(Buffer.alloc(90)), Buffer.alloc(2_000), mp3Frames(20)]],
  ['two ID3v2 tags', [id3v2(Buffer.alloc(90)), id3v2(Buffer.alloc(10), { footer: true }), mp3Frames(20)]],
  ['ID3v1', [mp3Frames(20), id3v1()]],
  ['ID3v1 with its extension', [mp3Frames(20), Buffer.from('TAG+'.padEnd(227, ' ')), id3v1()]],
  ['APEv2', [mp3Frames(20), apeTag(Buffer.alloc(500, 'x'))]],
  [
    'APEv2 without header, then ID3v1',
    [mp3Frames(20), apeTag(Buffer.alloc(500), { header: false }), id3v1()],
  ],
  ['Lyrics3, then ID3v1', [mp3Frames(20), lyrics3v2('IND0000200'), id3v1()]],
  ['old Lyrics3', [mp3Frames(20), Buffer.from('LYRICSBEGIN[00:01]la la la LYRICSEND'), id3v1()]],
  ['ID3v2 at the end', [mp3Frames(20), id3v2(Buffer.alloc(90), { footer: true })]],
  ['trailing zeros', [mp3Frames(20), Buffer.alloc(500)]],
  [
    'all of them',
    [id3v2(Buffer.alloc(9)), mp3Frames(20), lyrics3v2('IND'), apeTag(Buffer.alloc(9)), id3v1()],
  ],
])('passes over tags: %s', async (_name, pieces) => {
  expect((await inspect(...pieces)).frameCount).toBe(20)
})

test.each([
  ['Info', xingFrame(30)],
  ['Xing', xingFrame(30, 'Xing')],
  ['VBRI', vbriFrame(30)],
])('does not count the silent %s frame as audio', async (_name, first) => {
  const facts = await inspect(first, mp3Frames(30))
  expect(facts.durationSeconds).toBeCloseTo((30 * 1152) / 44_100, 9)
})

describe('what is no mp3', () => {
  const zip = Buffer.from('504b0304140000000800', 'hex')
  test.each<[string, string, Buffer[]]>([
    ['empty', 'no_frames', [Buffer.alloc(0)]],
    ['zeros only', 'no_frames', [Buffer.alloc(50_000)]],
    ['0xFF only', 'no_frames', [Buffer.alloc(50_000, 0xff)]],
    [
      'more ID3v2 tags than editors write',
      'no_frames',
      [...Array(30).fill(id3v2(Buffer.alloc(9))), mp3Frames(20)],
    ],
    [
      'more tags at the end than editors write',
      'foreign_data',
      [mp3Frames(20), ...Array(30).fill(id3v2(Buffer.alloc(9), { footer: true }))],
    ],
    ['an ID3v2 tag alone', 'no_frames', [id3v2(Buffer.from('<script>alert(1)</script>'))]],
    ['an ID3v2 tag that is longer than the file', 'no_frames', [id3v2(mp3Frames(9)).subarray(0, 999)]],
    ['two frames', 'no_frames', [mp3Frames(2)]],
    ['layer I', 'no_frames', [Buffer.concat(Array(20).fill(mp3Frame(208, { layer: 1 })))]],
    ['layer II', 'no_frames', [Buffer.concat(Array(20).fill(mp3Frame(417, { layer: 2 })))]],
    ['free format', 'no_frames', [Buffer.concat(Array(20).fill(mp3Frame(417, { bitrateIndex: 0 })))]],
    ['RIFF around frames', 'no_frames', [Buffer.from('RIFF....WAVEfmt '), mp3Frames(20)]],
    ['zeros before the frames, without a tag', 'no_frames', [Buffer.alloc(10), mp3Frames(20)]],
    ['a zip behind the frames', 'foreign_data', [mp3Frames(20), zip, Buffer.alloc(300, 1)]],
    ['html behind the frames', 'foreign_data', [mp3Frames(20), Buffer.from('<html><script>')]],
    ['html between frames and ID3v1', 'foreign_data', [mp3Frames(20), Buffer.from('<script>'), id3v1()]],
    ['one stray byte between frames', 'foreign_data', [mp3Frames(20), Buffer.from([7]), mp3Frames(20)]],
    ['layer II from the middle on', 'foreign_data', [mp3Frames(9), mp3Frame(417, { layer: 2 })]],
    [
      'another sample rate from the middle on',
      'foreign_data',
      [mp3Frames(9), mp3Frame(384, { sampleRateIndex: 1 })],
    ],
    [
      'a trailing tag of more than 1 MiB',
      'foreign_data',
      [mp3Frames(20), apeTag(Buffer.alloc(1 << 21, 'x'))],
    ],
    ['zeros by the megabyte behind the frames', 'foreign_data', [mp3Frames(20), Buffer.alloc(1 << 20)]],
    ['an incomplete last frame', 'truncated', [mp3Frames(20), mp3Frame(417).subarray(0, 300)]],
    ['a last frame of a header only', 'truncated', [mp3Frames(20), mp3Header()]],
    ['half a header at the end', 'truncated', [mp3Frames(20), mp3Header().subarray(0, 2)]],
    ['fewer frames than the encoder wrote', 'truncated', [xingFrame(30), mp3Frames(20)]],
  ])('%s', async (_name, reason, pieces) => {
    await expect(inspect(...pieces)).rejects.toMatchObject({ code: 'not_an_mp3', reason })
  })
})

test('takes 15,360,000 bytes and not one more', async () => {
  const frames = Math.floor(limits.audioMaxBytes / 417)
  const whole = mp3Frames(frames)
  const padded = Buffer.concat([whole, Buffer.alloc(limits.audioMaxBytes - whole.length)])
  expect((await inspect(padded)).frameCount).toBe(frames)
  const work = inspect(padded, Buffer.alloc(1))
  await expect(work).rejects.toMatchObject({
    code: 'audio_too_large',
    message: '* Maximum 15MB audio file is allowed.',
  })
})

test('finds a real file cut off at any byte out, thanks to the number of frames it announces', async () => {
  const whole = await readFile(join(fixtures, 'lame-vbr-joint-stereo.mp3'))
  // The last 128 bytes are an ID3v1 tag; without all of it the last two frames may still be whole.
  for (let length = 0; length < whole.length - 1_000; length += 61) {
    expect(await reasonOf(inspect(whole.subarray(0, length))), `cut at ${length}`).not.toBe('accepted')
  }
})

test('finds a real file without such a number out unless the cut falls between two frames', async () => {
  const whole = await readFile(join(fixtures, 'lame-cbr-mono-no-tag.mp3'))
  await inspect(whole)
  const path = join(folder, 'sample')
  const accepted: number[] = []
  for (let length = whole.length - 1; length >= whole.length - 2_000; length -= 1) {
    await truncate(path, length)
    if ((await reasonOf(inspectMp3(path))) === 'accepted') accepted.push(length)
  }
  // 48 kbps at 22,050 Hz are 156 bytes a frame, and 157 in two frames of three.
  const frameBytes = new Set(accepted.slice(1).map((length, i) => (accepted[i] ?? 0) - length))
  expect(frameBytes).toEqual(new Set([156, 157]))
  expect(accepted.length).toBe(12)
})
