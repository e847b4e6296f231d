export { cleanSvg } from './clean-svg.ts'
export {
  addImage,
  type ImageToAdd,
  recordImage,
  removeImage,
  type StoredImage,
  saveWithImage,
} from './images.ts'
export { mediaJobs } from './jobs.ts'
export { MediaError, type MediaErrorCode } from './media-error.ts'
export { inspectMp3, type Mp3Facts } from './mp3.ts'
export { type PictureTarget, reencodeLogo, reencodePicture } from './pictures.ts'
export {
  type ByteRange,
  type FileFacts,
  FileRangeError,
  type FileSource,
  type FileStore,
  FileStoreError,
  makeFileKey,
  type OpenedFile,
} from './ports.ts'
export { mediaRoutes } from './routes.ts'
export { serveFile } from './serve-file.ts'
export { svgContentSecurityPolicy } from './svg.ts'
