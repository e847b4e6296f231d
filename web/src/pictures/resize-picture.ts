import { type PictureSize, placePicture } from './picture-rules.ts'

/**
 * A picture as a png of that size, turned as the camera meant it.
 * @throws when the file holds no picture that the browser can draw.
 */
export async function resizePicture(file: Blob, size: PictureSize): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    canvas.width = size.width
    canvas.height = size.height
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('The browser gave no canvas.')
    const { from, to } = placePicture(picture.width, picture.height, size)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, from.left, from.top, from.width, from.height, to.left, to.top, to.width, to.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No png came of it.'))), 'image/png'),
    )
  } finally {
    picture.close()
  }
}
