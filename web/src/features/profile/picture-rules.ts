import { PICTURE_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { limits } from '@almanac/contract/limits'

/** What the device's picker offers. */
export const PICTURE_ACCEPT = '.png,.jpg,.jpeg,image/png,image/jpeg'

/** The side of the square that is uploaded, in px. */
export const PICTURE_SIDE_PX = 300

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

export interface Square {
  left: number
  top: number
  side: number
}

/** The largest square in the middle of a picture, all in px. */
export function middleSquare(width: number, height: number): Square {
  const side = Math.min(width, height)
  return { side, left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2) }
}
