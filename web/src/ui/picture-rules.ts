import { PICTURE_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { limits } from '@almanac/contract/limits'

/** What the device's picker offers. */
export const PICTURE_ACCEPT = '.png,.jpg,.jpeg,image/png,image/jpeg'

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

/** What a picture is drawn on before it is uploaded. */
export interface PictureTarget {
  widthPx: number
  heightPx: number
  /** `cover` fills it and leaves out what is over; `contain` shows the whole picture, with transparent edges. */
  fit: 'cover' | 'contain'
}

export interface Place {
  left: number
  top: number
  width: number
  height: number
}

/** Where a picture of that size stands on its target, in px: in the middle, and beyond the edges where it covers it. */
export function placeOn({ widthPx, heightPx, fit }: PictureTarget, width: number, height: number): Place {
  const [toWidth, toHeight] = [widthPx / width, heightPx / height]
  const scale = fit === 'cover' ? Math.max(toWidth, toHeight) : Math.min(toWidth, toHeight)
  const drawn = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return {
    ...drawn,
    left: Math.floor((widthPx - drawn.width) / 2),
    top: Math.floor((heightPx - drawn.height) / 2),
  }
}
