import { crc32, inflateSync } from 'node:zlib'
import { exifOf, readOrientation } from './exif-orientation.ts'
import { nextMarker } from './picture-format.ts'

/** Profiles of printers take up to about this much. */
const maxProfileBytes = 2_000_000

/**
 * Of a PNG or JPEG whose facts were read without a `reason`: nothing but what its pixels, their colours and which way
 * is up are made from. All else, however small it is in the file, could take the decoder as long as its author likes
 * (519 compressed texts in 4 MB unpack to 4 GB), and never reaches it.
 */
export function keepPicture(bytes: Buffer, format: 'png' | 'jpeg'): Buffer {
  return format === 'png' ? keepPng(bytes) : keepJpeg(bytes)
}

/** The most bytes of each chunk that is kept; others than the picture's data count once. */
const pngChunks: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  iCCP: maxProfileBytes,
  IDAT: Number.POSITIVE_INFINITY,
}

function keepPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 8)]
  const seen = new Set<string>()
  for (let position = 8; ; ) {
    const type = bytes.toString('latin1', position + 4, position + 8)
    const end = position + 12 + bytes.readUInt32BE(position)
    const content = bytes.subarray(position + 8, end - 4)
    if (type === 'IEND') return Buffer.concat([...parts, pngChunk('IEND', Buffer.alloc(0))])
    const isRepeated = type !== 'IDAT' && seen.has(type)
    seen.add(type)
    if (type === 'eXIf' && !isRepeated) parts.push(...uprightChunk(content))
    const isKept = !isRepeated && content.length <= (pngChunks[type] ?? -1)
    if (isKept && (type !== 'iCCP' || isSmallProfile(content))) parts.push(bytes.subarray(position, end))
    position = end
  }
}

function uprightChunk(tiff: Buffer): Buffer[] {
  const orientation = readOrientation(tiff)
  return orientation === null ? [] : [pngChunk('eXIf', exifOf(orientation))]
}

/** A name, a zero, the kind of compression, and the profile. */
function isSmallProfile(content: Buffer): boolean {
  try {
    inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: maxProfileBytes })
    return true
  } catch {
    return false
  }
}

function pngChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const chunk = Buffer.alloc(8 + named.length)
  chunk.writeUInt32BE(content.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), 4 + named.length)
  return chunk
}

const marker = { scan: 0xda, end: 0xd9, jfif: 0xe0, exif: 0xe1, profile: 0xe2, adobe: 0xee } as const
/** Frames, tables of codes and of steps, the restart interval, the number of lines. */
const isPictureSegment = (code: number) =>
  (code >= 0xc0 && code <= 0xcf && code !== 0xc8) || (code >= 0xda && code <= 0xdd)
const exifName = Buffer.from('Exif\0\0', 'latin1')
const profileName = Buffer.from('ICC_PROFILE\0', 'latin1')

function keepJpeg(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)]
  const notes = takeNotes()
  for (let position = nextMarker(bytes, 2); ; ) {
    const code = bytes[position + 1] ?? marker.end
    if (code === marker.end) return Buffer.concat([...parts, Buffer.from([0xff, marker.end])])
    const end = position + 2 + bytes.readUInt16BE(position + 2)
    const next = nextMarker(bytes, end)
    // What stands behind any other segment, up to the next, is nothing.
    if (code === marker.scan) parts.push(bytes.subarray(position, next))
    else if (isPictureSegment(code)) parts.push(bytes.subarray(position, end))
    else parts.push(...notes(code, bytes.subarray(position + 4, end)))
    position = next
  }
}

/** Of the segments beside the picture: how the colours were turned into numbers and which way is up, each once. */
function takeNotes(): (code: number, content: Buffer) => Buffer[] {
  const seen = new Set<number>()
  let profileBytes = 0
  return (code, content) => {
    if (code === marker.profile && startsWith(content, profileName)) {
      profileBytes += content.length
      return profileBytes <= maxProfileBytes ? [segment(code, content)] : []
    }
    const note = seen.has(code) ? null : readNote(code, content)
    if (note) seen.add(code)
    return note ? [segment(code, note)] : []
  }
}

function readNote(code: number, content: Buffer): Buffer | null {
  // Without the small picture that may follow.
  if (code === marker.jfif && startsWith(content, 'JFIF\0'))
    return Buffer.concat([content.subarray(0, 12), Buffer.alloc(2)])
  if (code === marker.adobe && startsWith(content, 'Adobe')) return content.subarray(0, 12)
  if (code !== marker.exif || !startsWith(content, exifName)) return null
  const orientation = readOrientation(content.subarray(exifName.length))
  return orientation === null ? null : Buffer.concat([exifName, exifOf(orientation)])
}

function startsWith(content: Buffer, name: Buffer | string): boolean {
  return content.subarray(0, name.length).equals(Buffer.from(name))
}

function segment(code: number, content: Buffer): Buffer {
  const length = content.length + 2
  return Buffer.concat([Buffer.from([0xff, code, length >> 8, length & 0xff]), content])
}
