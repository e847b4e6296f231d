const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12
/** A camera writes about a dozen. */
const maxEntries = 200

/** Which way is up (2 to 8; 1 is as it stands), of EXIF data as a TIFF file; null where it says nothing or nonsense. */
export function readOrientation(tiff: Buffer): number | null {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return null
  const isLittle = order === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return null
  const entries = Math.min(short(directory), maxEntries)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * entryBytes
    if (entry + entryBytes > tiff.length) return null
    if (short(entry) !== orientationTag || short(entry + 2) !== shortType) continue
    const orientation = short(entry + 8)
    return orientation >= 2 && orientation <= 8 ? orientation : null
  }
  return null
}

/** EXIF data that says this and nothing else: a TIFF file with a single entry. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(orientationTag, 10)
  tiff.writeUInt16LE(shortType, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}
