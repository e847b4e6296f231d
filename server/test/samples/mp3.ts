/** Builds MPEG audio byte by byte, so that tests can say exactly what is in a file. */

export type FrameOptions = {
  version?: 1 | 2 | 2.5
  layer?: 1 | 2 | 3
  /** Index into the bitrate table of version and layer; 9 is 128 kbps in MPEG 1 layer III. */
  bitrateIndex?: number
  sampleRateIndex?: 0 | 1 | 2
  mono?: boolean
  padding?: boolean
}

const versionBits = { 1: 3, 2: 2, 2.5: 0 }
const layerBits = { 1: 3, 2: 2, 3: 1 }

export function mp3Header(options: FrameOptions = {}): Buffer {
  const { version = 1, layer = 3, bitrateIndex = 9, sampleRateIndex = 0, mono, padding } = options
  const header = Buffer.from([0xff, 0xe0, 0, 0])
  header[1] = 0xe0 | (versionBits[version] << 3) | (layerBits[layer] << 1) | 1
  header[2] = (bitrateIndex << 4) | (sampleRateIndex << 2) | (padding ? 2 : 0)
  header[3] = mono ? 0xc0 : 0x40
  return header
}

/** One frame of silence; `sizeBytes` is what the caller worked out from the standard's formula. */
export function mp3Frame(sizeBytes: number, options: FrameOptions = {}): Buffer {
  return Buffer.concat([mp3Header(options), Buffer.alloc(sizeBytes - 4)])
}

/** 128 kbps at 44.1 kHz: 417 bytes a frame, 1152 samples. */
export function mp3Frames(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => mp3Frame(417)))
}

/** The first frame of LAME and others, which says how many frames of audio follow. */
export function xingFrame(frames: number, name: 'Xing' | 'Info' = 'Info'): Buffer {
  const frame = mp3Frame(417)
  frame.write(name, 4 + 32, 'latin1')
  frame.writeUInt32BE(1, 4 + 32 + 4)
  frame.writeUInt32BE(frames, 4 + 32 + 8)
  return frame
}

export function vbriFrame(frames: number): Buffer {
  const frame = mp3Frame(417)
  frame.write('VBRI', 36, 'latin1')
  frame.writeUInt32BE(frames, 50)
  return frame
}

export function id3v2(content: Buffer, { footer = false } = {}): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (content.length >> shift) & 0x7f)
  const flags = footer ? 0x10 : 0
  const head = (name: string) => Buffer.from([...Buffer.from(name), 4, 0, flags, ...size])
  return Buffer.concat([head('ID3'), content, ...(footer ? [head('3DI')] : [])])
}

export function id3v1(title = 'A reading'): Buffer {
  const tag = Buffer.alloc(128)
  tag.write('TAG', 'latin1')
  tag.write(title, 3, 'latin1')
  return tag
}

export function apeTag(content: Buffer, { header = true } = {}): Buffer {
  const part = (isHeader: boolean) => {
    const bytes = Buffer.alloc(32)
    bytes.write('APETAGEX', 'latin1')
    bytes.writeUInt32LE(2000, 8)
    bytes.writeUInt32LE(content.length + 32, 12)
    bytes.writeUInt32LE(1, 16)
    bytes.writeUInt32LE(((header ? 0x80000000 : 0) | (isHeader ? 0x20000000 : 0)) >>> 0, 20)
    return bytes
  }
  return Buffer.concat([...(header ? [part(true)] : []), content, part(false)])
}

export function lyrics3v2(text: string): Buffer {
  const body = `LYRICSBEGIN${text}`
  return Buffer.from(`${body}${String(body.length).padStart(6, '0')}LYRICS200`, 'latin1')
}
