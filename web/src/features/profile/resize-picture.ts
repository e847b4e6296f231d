import { middleSquare, PICTURE_SIDE_PX } from './picture-rules.ts'

/**
 * The middle of a picture as a 300x300 png, turned as the camera meant it.
 * @throws when the file holds no picture that the browser can draw.
 */
export async function resizePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    canvas.width = PICTURE_SIDE_PX
    canvas.height = PICTURE_SIDE_PX
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('The browser gave no canvas.')
    const { left, top, side } = middleSquare(picture.width, picture.height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, left, top, side, side, 0, 0, PICTURE_SIDE_PX, PICTURE_SIDE_PX)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No png came of it.'))), 'image/png'),
    )
  } finally {
    picture.close()
  }
}
