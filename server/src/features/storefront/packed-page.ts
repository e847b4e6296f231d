import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A finished page: its bytes in each encoding, and the headers that all of them have, its tag among them. */
export interface PackedPage {
  html: Buffer
  brotli: Buffer
  gzip: Buffer
  etag: string
  headers: Readonly<Record<string, string>>
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compresses a page once, so that serving it is copying bytes. */
export async function packPage(html: Buffer, headers: Readonly<Record<string, string>>): Promise<PackedPage> {
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  }
  const [brotli, zipped] = await Promise.all([toBrotli(html, quality), toGzip(html, { level: 9 })])
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const always = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' }
  return { html, brotli, gzip: zipped, etag, headers: { ...always, ...headers, etag } }
}
