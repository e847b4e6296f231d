import { PICTURE_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { limits } from '@almanac/contract/limits'

/** What the device's picker offers. */
export const PICTURE_ACCEPT = '.png,.jpg,.jpeg,image/png,image/jpeg'

/** What a chosen picture becomes before it is uploaded, in px. */
export interface PictureSize {
  width: number
  height: number
  /** `cover` cuts the edges that do not fit, `contain` shows all of it and leaves the rest transparent. */
  fit: 'cover' | 'contain'
}

/** Of companies and packages (second document, section 9). */
export const LOGO_SIZE: PictureSize = { width: 200, height: 100, fit: 'contain' }

interface PictureFile {
  name: string
  /** The device's guess; empty where it has none. */
  type: string
  /** In bytes. */
  size: number
}

/** What is wrong with a chosen picture, or null. What it really holds shows when it is drawn. */
export function pictureProblem({ name, type, size }: PictureFile): string | null {
  const isSupported = type === '' ? /\.(png|jpe?g)$/i.test(name) : /^image\/(png|jpeg|jpg)$/.test(type)
  if (!isSupported) return WRONG_FORMAT
  return size > limits.pictureMaxBytes ? PICTURE_TOO_LARGE : null
}

export interface Part {
  left: number
  top: number
  width: number
  height: number
}

/** Which part of a picture is drawn, and where on the canvas; both from its top left, in px. */
export function placePicture(width: number, height: number, size: PictureSize): { from: Part; to: Part } {
  const scales = [size.width / width, size.height / height]
  const scale = size.fit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  const from = middleOf(width, height, size.width / scale, size.height / scale)
  const to = middleOf(size.width, size.height, width * scale, height * scale)
  return { from, to }
}

/** The middle part of an area, no larger than the area. */
function middleOf(width: number, height: number, partWidth: number, partHeight: number): Part {
  const within = (part: number, whole: number) => Math.max(1, Math.min(whole, Math.round(part)))
  const part = { width: within(partWidth, width), height: within(partHeight, height) }
  return {
    ...part,
    left: Math.floor((width - part.width) / 2),
    top: Math.floor((height - part.height) / 2),
  }
}
