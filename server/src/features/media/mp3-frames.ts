/** What a frame header of MPEG audio layer III says. Sizes as in ISO/IEC 11172-3 and 13818-3, 2.5 as LAME writes it. */
export type FrameHeader = {
  sizeBytes: number
  samples: 576 | 1152
  sampleRateHz: number
  bitrateKbps: number
  channels: 1 | 2
  /** Bytes of side information between the header (with its checksum) and the audio data. */
  sideInfoBytes: number
  hasChecksum: boolean
}

export const headerBytes = 4

const bitratesV1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const bitratesV2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRatesV1 = [44_100, 48_000, 32_000]
/** By the two version bits; 1 is reserved. */
const versions = [{ divisor: 4 }, undefined, { divisor: 2 }, { divisor: 1 }]

/**
 * Reads the four bytes of a frame header; null when they are none of layer III. Free-format frames, whose size the
 * header doesn't tell, count as none: no encoder in use writes them.
 */
export function readFrameHeader(bytes: Buffer, offset: number): FrameHeader | null {
  if (offset + headerBytes > bytes.length) return null
  const word = bytes.readUInt32BE(offset)
  const version = versions[(word >>> 19) & 3]
  const bitrateIndex = (word >>> 12) & 15
  const baseRateHz = sampleRatesV1[(word >>> 10) & 3]
  const isLayer3 = ((word >>> 17) & 3) === 1
  const hasReservedEmphasis = (word & 3) === 2
  if (word >>> 21 !== 0x7ff || !version || !isLayer3 || !baseRateHz || hasReservedEmphasis) return null
  const isV1 = version.divisor === 1
  const bitrateKbps = (isV1 ? bitratesV1 : bitratesV2)[bitrateIndex]
  if (!bitrateKbps) return null
  const sampleRateHz = baseRateHz / version.divisor
  const samples = isV1 ? 1152 : 576
  const channels = ((word >>> 6) & 3) === 3 ? 1 : 2
  const padding = (word >>> 9) & 1
  return {
    sizeBytes: Math.floor(((samples / 8) * bitrateKbps * 1000) / sampleRateHz) + padding,
    samples,
    sampleRateHz,
    bitrateKbps,
    channels,
    sideInfoBytes: sideInfoBytes(isV1, channels),
    hasChecksum: ((word >>> 16) & 1) === 0,
  }
}

function sideInfoBytes(isV1: boolean, channels: 1 | 2): number {
  if (isV1) return channels === 1 ? 17 : 32
  return channels === 1 ? 9 : 17
}

/** What an encoder wrote about the file into a first frame that is not heard. */
export type InfoFrame = {
  /** How many frames follow; null where it doesn't say. */
  frames: number | null
  /** Silence that the encoder has put before and behind the sound, which players leave out; in samples. */
  paddingSamples: number
}

/** Whose tags say how much silence they have added, as players take it. */
const tellsPadding = /^(?:LAME|Lav[cf])/
/** From the encoder's name to the three bytes of two times twelve bits. */
const paddingOffset = 21

/**
 * Encoders put a silent first frame before the audio that tells how many frames follow ('Xing', 'Info', 'VBRI').
 * Null when the frame is ordinary audio.
 */
export function readInfoFrame(frame: Buffer, header: FrameHeader): InfoFrame | null {
  // LAME puts its tag at the same place whether or not the frame has a checksum; others leave room for it.
  for (const gap of header.hasChecksum ? [0, 2] : [0]) {
    const at = headerBytes + gap + header.sideInfoBytes
    const name = frame.toString('latin1', at, at + 4)
    if ((name === 'Xing' || name === 'Info') && frame.length >= at + 12) {
      const has = frame.readUInt32BE(at + 4)
      const frames = has & 1 ? frame.readUInt32BE(at + 8) : null
      const encoderAt = at + 8 + (has & 1 && 4) + (has & 2 && 4) + (has & 4 && 100) + (has & 8 && 4)
      return { frames, paddingSamples: readPadding(frame, encoderAt) }
    }
  }
  const isVbri = frame.toString('latin1', 36, 40) === 'VBRI' && frame.length >= 54
  return isVbri ? { frames: frame.readUInt32BE(50), paddingSamples: 0 } : null
}

function readPadding(frame: Buffer, encoderAt: number): number {
  const at = encoderAt + paddingOffset
  if (frame.length < at + 3 || !tellsPadding.test(frame.toString('latin1', encoderAt, encoderAt + 4)))
    return 0
  const both = frame.readUIntBE(at, 3)
  return (both >> 12) + (both & 0xfff)
}
