/** What the bytes of a picture say before anything is decoded. */
export type PictureFacts = {
  format: 'png' | 'jpeg'
  widthPx: number
  heightPx: number
  /** Bytes that one colour value takes in memory: 2 for PNG with 16 bits, else 1. */
  bytesPerSample: 1 | 2
  reason?: string
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A progressive JPEG has about ten scans; each one is a full pass over the picture, so thousands are an attack. */
const maxScans = 100
/** Chunks of a PNG, segments of a JPEG. */
const maxChunks = 20_000

/**
 * Reads size and structure of a PNG or JPEG by its content; null for every other format. `reason` is set when the
 * file must be refused though its format is right: `animated`, `too_many_scans`, `too_many_chunks`, `truncated`.
 */
export function readPictureFacts(bytes: Buffer): PictureFacts | null {
  if (bytes.subarray(0, 8).equals(pngSignature)) return readPng(bytes)
  if (bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return readJpeg(bytes)
  return null
}

function readPng(bytes: Buffer): PictureFacts | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const facts: PictureFacts = {
    format: 'png',
    widthPx: bytes.readUInt32BE(16),
    heightPx: bytes.readUInt32BE(20),
    bytesPerSample: bytes[24] === 16 ? 2 : 1,
  }
  let position = 8
  for (let chunks = 0; position + 12 <= bytes.length; chunks += 1) {
    const type = bytes.toString('latin1', position + 4, position + 8)
    if (type === 'IEND') return facts
    if (type === 'acTL') return { ...facts, reason: 'animated' }
    if (chunks >= maxChunks) return { ...facts, reason: 'too_many_chunks' }
    position += 12 + bytes.readUInt32BE(position)
  }
  return { ...facts, reason: 'truncated' }
}

function readJpeg(bytes: Buffer): PictureFacts | null {
  let facts: PictureFacts | null = null
  let scans = 0
  let position = 2
  for (let segments = 0; ; segments += 1) {
    position = nextMarker(bytes, position)
    const marker = bytes[position + 1]
    if (marker === 0xd9) return facts
    if (marker === undefined || position + 9 > bytes.length) return facts && { ...facts, reason: 'truncated' }
    if (isStartOfFrame(marker)) {
      const [heightPx, widthPx] = [bytes.readUInt16BE(position + 5), bytes.readUInt16BE(position + 7)]
      facts = { format: 'jpeg', widthPx, heightPx, bytesPerSample: 1 }
    }
    if (marker === 0xda) scans += 1
    if (facts && scans > maxScans) return { ...facts, reason: 'too_many_scans' }
    if (segments >= maxChunks) return facts && { ...facts, reason: 'too_many_chunks' }
    position += 2 + bytes.readUInt16BE(position + 2)
  }
}

/**
 * Where the next marker of a JPEG begins, or the end of the file. Inside the compressed data a 0xFF is followed by 0 or
 * a restart marker; fill bytes repeat it.
 */
export function nextMarker(bytes: Buffer, from: number): number {
  // Byte by byte: a search for each of millions of 0xFF takes ten times as long.
  for (let position = Math.max(from, 0); position + 1 < bytes.length; position += 1) {
    if (bytes[position] !== 0xff) continue
    const next = bytes[position + 1] as number
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return position
  }
  return bytes.length
}

function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
