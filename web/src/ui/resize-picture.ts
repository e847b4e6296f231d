import { type PictureTarget, placeOn } from './picture-rules.ts'

/**
 * A picture drawn on its target, as a png, turned as the camera meant it.
 * @throws when the file holds no picture that the browser can draw.
 */
export async function resizePicture(file: Blob, target: PictureTarget): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    canvas.width = target.widthPx
    canvas.height = target.heightPx
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('The browser gave no canvas.')
    const { left, top, width, height } = placeOn(target, picture.width, picture.height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, left, top, width, height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No png came of it.'))), 'image/png'),
    )
  } finally {
    picture.close()
  }
}
