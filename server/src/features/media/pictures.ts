import { open } from 'node:fs/promises'
import { limits } from '@almanac/contract/limits'
import { fairQueue } from './fair-queue.ts'
import { MediaError } from './media-error.ts'
import { readPictureFacts } from './picture-format.ts'
import { keepPicture } from './picture-parts.ts'

export const maxPicturePixels = 25_000_000

export type PictureTarget = {
  /** Width and height in pixels. */
  width: number
  height: number
  /** `cover` cuts to fill, `contain` adds transparent edges, `inside` keeps the ratio and never enlarges. */
  fit: 'cover' | 'contain' | 'inside'
  format: 'png'
}

/** Of one user; each is a file of up to 4 MB on disk. */
const maxWaiting = 4
/** What is left of a hostile file of 4 MB and 25 megapixels takes a second or two; beyond this it is given up. */
const decodingSeconds = 10

// A decoded picture may take 200 MB; one at a time keeps that the most there is.
const inTurn = fairQueue(maxWaiting)

/** Loaded with the first picture: many a process never sees one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

const logo = {
  width: limits.logoWidthPx,
  height: limits.logoHeightPx,
  fit: 'contain',
  format: 'png',
} as const

/** As `reencodePicture`: a logo at 200x100, whole, with transparent edges where its ratio is another one. */
export function reencodeLogo(path: string, owner: string): Promise<Buffer> {
  return reencodePicture(path, logo, owner)
}

/**
 * Decodes a PNG or JPEG and draws it anew, upright and in sRGB, so that nothing of the uploaded file but its pixels
 * is kept: no metadata, no appended data; what is not picture does not reach the decoder. The format is told by the
 * content. `owner` is whose picture it is: owners take turns. Throws `MediaError`:
 * `picture_too_large` above 4,096,000 bytes; `invalid_picture` otherwise, with the `reason` `format`,
 * `too_many_pixels` (25 megapixels, half of that with 16 bits a colour; checked before decoding), `animated`,
 * `too_many_scans`, `too_many_chunks`, `truncated` or `damaged`; and `DomainError('rate_limited')` to an owner of whom
 * four pictures wait already.
 */
export async function reencodePicture(
  input: Buffer | string,
  target: PictureTarget,
  owner: string,
): Promise<Buffer> {
  return inTurn(owner, async () => {
    const bytes = typeof input === 'string' ? await readLimited(input) : input
    return redraw(readPicture(bytes), target)
  })
}

/** The picture in a file, all else left out. */
function readPicture(bytes: Buffer): Buffer {
  if (bytes.length > limits.pictureMaxBytes) throw new MediaError('picture_too_large', 'too_large')
  const facts = readPictureFacts(bytes)
  if (!facts) throw new MediaError('invalid_picture', 'format')
  if (facts.reason) throw new MediaError('invalid_picture', facts.reason, sentences[facts.reason])
  if (facts.widthPx * facts.heightPx * facts.bytesPerSample > maxPicturePixels) {
    throw new MediaError('invalid_picture', 'too_many_pixels', '* Maximum 25 megapixels image is allowed.')
  }
  return keepPicture(bytes, facts.format)
}

const sentences: Record<string, string> = {
  animated: '* Animated images are not supported.',
  truncated: '* The image file is not complete.',
}

async function redraw(bytes: Buffer, target: PictureTarget): Promise<Buffer> {
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: maxPicturePixels, autoOrient: true })
      .resize({
        width: target.width,
        height: target.height,
        fit: target.fit,
        withoutEnlargement: target.fit === 'inside',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .timeout({ seconds: decodingSeconds })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    throw new MediaError('invalid_picture', 'damaged', '* The image file is damaged.')
  }
}

/** Reads at most one byte more than is allowed, whatever the file's size. */
async function readLimited(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min((await file.stat()).size, limits.pictureMaxBytes + 1))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
