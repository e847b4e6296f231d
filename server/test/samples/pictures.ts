import { crc32, deflateSync } from 'node:zlib'

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(name, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length)
  return chunk
}

/** The header of an 8-bit RGB picture of any size, however little comes after it. */
export function pngHeader(widthPx: number, heightPx: number): Buffer {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(widthPx, 0)
  content.writeUInt32BE(heightPx, 4)
  content.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([pngSignature, pngChunk('IHDR', content)])
}

/** A picture of one colour, whose rows take next to nothing once compressed. */
export function flatPng(widthPx: number, heightPx: number, ...extra: Buffer[]): Buffer {
  const rows = deflateSync(Buffer.alloc((widthPx * 3 + 1) * heightPx), { level: 9 })
  const end = [pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngHeader(widthPx, heightPx), ...extra, ...end])
}

/** Puts chunks between the header of a PNG and the rest of it. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

/** Marks a PNG as an animation of two frames. */
export function apng(png: Buffer): Buffer {
  return withChunks(png, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))
}

export function chunkNames(png: Buffer): string[] {
  const names: string[] = []
  for (let position = 8; position < png.length; position += 12 + png.readUInt32BE(position)) {
    names.push(png.toString('latin1', position + 4, position + 8))
  }
  return names
}

/** A segment such as APP1 or COM, put right behind the start of a JPEG. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** Repeats the last scan of a progressive JPEG: each costs a decoder a pass over all pixels. */
export function repeatLastScan(jpeg: Buffer, times: number): Buffer {
  const start = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = jpeg.subarray(start, jpeg.length - 2)
  return Buffer.concat([jpeg.subarray(0, start), ...Array(times).fill(scan), jpeg.subarray(-2)])
}
