import { type FileHandle, open } from 'node:fs/promises'
import { limits } from '@almanac/contract/limits'
import { parseApart } from '../../platform/parse-apart.ts'
import { MediaError, type MediaErrorCode } from './media-error.ts'
import { type FrameHeader, headerBytes, readFrameHeader, readInfoFrame } from './mp3-frames.ts'
import { findAudioEnd, findAudioStart, type ReadAt, skipZeros } from './mp3-tags.ts'

export type Mp3Facts = {
  /**
   * What a player plays: the audio frames without the one that holds the encoder's own figures, and without the silence
   * that it says it has put around the sound.
   */
  durationSeconds: number
  frameCount: number
  sampleRateHz: number
  channels: 1 | 2
}

const windowBytes = 256 * 1024
/** Fewer consecutive frames than this occur by chance. */
const minFrames = 3

/**
 * Checks by its content that a file is an mp3 and nothing else, and measures it. Every frame of the whole file is
 * walked; beside frames there may only be tags at both ends. Throws `MediaError` with code `audio_too_large` above
 * 15,360,000 bytes, else `not_an_mp3` with the `reason` `no_frames`, `foreign_data` or `truncated`.
 */
export async function inspectMp3(path: string): Promise<Mp3Facts> {
  const result = await inspectApart(path)
  if ('code' in result) throw new MediaError(result.code, result.reason, result.sentence)
  return result
}

type Mp3Refusal = { code: MediaErrorCode; reason: string; sentence: string }

/** In a thread: a file may hold 640,000 frames. */
const inspectApart = parseApart<string, Mp3Facts | Mp3Refusal>({
  module: new URL(import.meta.url),
  name: 'tryInspectMp3',
  seconds: 20,
  otherwise: refused(new MediaError('not_an_mp3', 'takes_too_long')),
})

/** `inspectMp3` with a result that can leave a thread. */
export async function tryInspectMp3(path: string): Promise<Mp3Facts | Mp3Refusal> {
  try {
    return await readFacts(path)
  } catch (error) {
    if (error instanceof MediaError) return refused(error)
    throw error
  }
}

function refused({ code, reason, message }: MediaError): Mp3Refusal {
  return { code: code as MediaErrorCode, reason, sentence: message }
}

async function readFacts(path: string): Promise<Mp3Facts> {
  const file = await open(path, 'r')
  try {
    const { size: fileBytes } = await file.stat()
    if (fileBytes > limits.audioMaxBytes) throw new MediaError('audio_too_large', 'too_large')
    const readAt = windowedReader(file, fileBytes)
    const start = await findAudioStart(readAt, fileBytes)
    const end = await findAudioEnd(readAt, start, fileBytes)
    return await walkFrames(readAt, start, end)
  } finally {
    await file.close()
  }
}

async function walkFrames(readAt: ReadAt, start: number, end: number): Promise<Mp3Facts> {
  const firstBytes = await readAt(start, headerBytes)
  const first = readFrameHeader(firstBytes, 0)
  if (!first) throw new MediaError('not_an_mp3', 'no_frames')
  const firstFrame = await readAt(start, Math.min(first.sizeBytes, end - start))
  const info = readInfoFrame(firstFrame, first)

  let position = start
  let frameCount = info ? -1 : 0
  while (position < end) {
    const header = readFrameHeader(await readAt(position, headerBytes), 0)
    if (!header || !isSameStream(header, first)) break
    if (position + header.sizeBytes > end) throw truncated()
    position += header.sizeBytes
    frameCount += 1
  }
  if (frameCount < minFrames) throw new MediaError('not_an_mp3', 'no_frames')
  if (position < end) await assertOnlyPadding(readAt, position, end)
  // A file that was cut between two frames shows only by the number its encoder wrote at the start.
  if (info?.frames && info.frames > frameCount + 1) throw truncated()
  const samples = frameCount * first.samples
  const paddingSamples = info?.paddingSamples ?? 0
  return {
    durationSeconds: (paddingSamples < samples ? samples - paddingSamples : samples) / first.sampleRateHz,
    frameCount,
    sampleRateHz: first.sampleRateHz,
    channels: first.channels,
  }
}

/** Bit rate and stereo mode may change from frame to frame; a change of these means that something else begins. */
function isSameStream(header: FrameHeader, first: FrameHeader): boolean {
  return header.sampleRateHz === first.sampleRateHz && header.samples === first.samples
}

async function assertOnlyPadding(readAt: ReadAt, position: number, end: number): Promise<void> {
  const rest = await readAt(position, Math.min(headerBytes, end - position))
  const isStartOfFrame = rest.length < headerBytes && rest[0] === 0xff
  if (isStartOfFrame) throw truncated()
  if ((await skipZeros(readAt, position, end)) < end) throw new MediaError('not_an_mp3', 'foreign_data')
}

function truncated(): MediaError {
  return new MediaError('not_an_mp3', 'truncated', '* The audio file is not complete.')
}

/** Reads through one window that moves over the file, so that memory stays the same for any size. */
function windowedReader(file: FileHandle, fileBytes: number): ReadAt {
  const window = Buffer.allocUnsafe(Math.max(1, Math.min(windowBytes, fileBytes)))
  let windowStart = 0
  let filledBytes = 0
  return async (position, lengthBytes) => {
    const isInside = position >= windowStart && position + lengthBytes <= windowStart + filledBytes
    if (!isInside) {
      windowStart = position
      filledBytes = (await file.read(window, 0, window.length, position)).bytesRead
    }
    const offset = position - windowStart
    return window.subarray(offset, Math.min(offset + lengthBytes, filledBytes))
  }
}
