/** Reads up to `lengthBytes` bytes at a position of the file; shorter at its end. */
export type ReadAt = (position: number, lengthBytes: number) => Promise<Buffer>

const id3v1Bytes = 128
const id3v1ExtensionBytes = 227
const apeFooterBytes = 32
/** Tags at the end hold text and perhaps a cover; anything longer is something else that wears a tag. */
const maxTrailingTagBytes = 1024 * 1024
const maxLyrics3v1Bytes = 5_100
/** Editors leave one tag of each kind at either end. */
const maxTags = 20

/** Where the audio starts: behind the ID3v2 tags at the head, and behind zero bytes that pad them. */
export async function findAudioStart(readAt: ReadAt, fileBytes: number): Promise<number> {
  let position = 0
  for (let tags = 0; tags < maxTags; tags += 1) {
    const head = await readAt(position, 10)
    const tagBytes = id3v2Bytes(head, 'ID3')
    if (tagBytes === null) break
    position += tagBytes
  }
  return position === 0 ? 0 : skipZeros(readAt, position, fileBytes)
}

/** Where the audio ends: before the tags at the tail (ID3v1, APEv1/2, Lyrics3, ID3v2 with footer) and zero padding. */
export async function findAudioEnd(readAt: ReadAt, start: number, fileBytes: number): Promise<number> {
  let end = fileBytes
  for (let tags = 0; tags < maxTags; tags += 1) {
    const tagBytes = await trailingTagBytes(readAt, end)
    if (tagBytes === 0 || end - tagBytes < start) return end
    if (fileBytes - end + tagBytes > maxTrailingTagBytes) return end
    end -= tagBytes
  }
  return end
}

/** Zero bytes from a position on are padding; more of them than an editor would leave count as content. */
export async function skipZeros(readAt: ReadAt, position: number, end: number): Promise<number> {
  const maxPaddingBytes = 64 * 1024
  const bytes = await readAt(position, Math.min(maxPaddingBytes, end - position))
  const firstOther = bytes.findIndex((byte) => byte !== 0)
  return position + (firstOther === -1 ? bytes.length : firstOther)
}

async function trailingTagBytes(readAt: ReadAt, end: number): Promise<number> {
  const tail = await readAt(
    Math.max(0, end - id3v1Bytes - id3v1ExtensionBytes),
    id3v1Bytes + id3v1ExtensionBytes,
  )
  if (startsWith(tail, tail.length - id3v1Bytes, 'TAG')) {
    return startsWith(tail, 0, 'TAG+') ? tail.length : id3v1Bytes
  }
  if (startsWith(tail, tail.length - apeFooterBytes, 'APETAGEX')) {
    const footer = tail.subarray(tail.length - apeFooterBytes)
    // The size counts the items and the footer; a header of the same length stands before them if the flag says so.
    return footer.readUInt32LE(12) + (footer.readUInt32LE(20) >>> 31) * apeFooterBytes
  }
  if (startsWith(tail, tail.length - 9, 'LYRICS200')) {
    const size = /^\d{6}$/.exec(tail.toString('latin1', tail.length - 15, tail.length - 9))
    return size ? Number(size[0]) + 15 : 0
  }
  if (startsWith(tail, tail.length - 9, 'LYRICSEND')) return lyrics3v1Bytes(readAt, end)
  return id3v2Bytes(tail.subarray(Math.max(0, tail.length - 10)), '3DI') ?? 0
}

async function lyrics3v1Bytes(readAt: ReadAt, end: number): Promise<number> {
  const start = Math.max(0, end - maxLyrics3v1Bytes)
  const at = (await readAt(start, end - start)).lastIndexOf('LYRICSBEGIN')
  return at === -1 ? 0 : end - start - at
}

/** The length of an ID3v2 tag with its header and footer, from either of the two; null when it is none. */
function id3v2Bytes(bytes: Buffer, name: 'ID3' | '3DI'): number | null {
  if (bytes.length < 10 || !startsWith(bytes, 0, name)) return null
  const size = [...bytes.subarray(6, 10)]
  if (size.some((byte) => byte > 127) || bytes[3] === 255 || bytes[4] === 255) return null
  const hasFooter = ((bytes[5] as number) & 0x10) !== 0
  return size.reduce((sum, byte) => sum * 128 + byte, 0) + 10 + (hasFooter ? 10 : 0)
}

function startsWith(bytes: Buffer, offset: number, name: string): boolean {
  return offset >= 0 && bytes.toString('latin1', offset, offset + name.length) === name
}
