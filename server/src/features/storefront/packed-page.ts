import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'

const toBrotli = promisify(brotliCompress)
/** Half a millisecond for ten kilobytes, and a tenth larger than the densest, which takes a hundred times as long. */
const quickQuality = 5
const denseQuality = 11

/** Named, and not with the weight of 0, which refuses it. */
const accepted = { br: acceptedAs('br'), gzip: acceptedAs('(?:x-)?gzip') }

function acceptedAs(name: string): RegExp {
  return new RegExp(`(?:^|,)\\s*${name}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$))|,|$)`, 'i')
}

/** A finished page: what it says, in each encoding, and the headers that all of them have, its tag among them. */
export class PackedPage {
  readonly html: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly #packed = new Map<Encoding, Buffer>()

  constructor(html: Buffer, headers: Readonly<Record<string, string>>) {
    this.html = html
    this.etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    const always = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' }
    this.headers = { ...always, ...headers, etag: this.etag }
  }

  /**
   * The bytes for a browser that accepts these encodings. They are compressed once, so that serving them is copying:
   * quickly for whoever asks first, and then beside the answers as densely as it goes.
   */
  encodedFor(acceptEncoding: string): { encoding: Encoding; bytes: Buffer } {
    if (accepted.br.test(acceptEncoding))
      return { encoding: 'br', bytes: this.#once('br', () => this.#brotli()) }
    if (!accepted.gzip.test(acceptEncoding)) return { encoding: 'identity', bytes: this.html }
    return { encoding: 'gzip', bytes: this.#once('gzip', () => gzipSync(this.html, { level: 9 })) }
  }

  #once(encoding: Encoding, pack: () => Buffer): Buffer {
    const packed = this.#packed.get(encoding) ?? pack()
    this.#packed.set(encoding, packed)
    return packed
  }

  #brotli(): Buffer {
    toBrotli(this.html, this.#brotliOptions(denseQuality)).then(
      (dense) => this.#packed.set('br', dense),
      // The quick one is as good, if longer.
      () => undefined,
    )
    return brotliCompressSync(this.html, this.#brotliOptions(quickQuality))
  }

  #brotliOptions(quality: number) {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
    return { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: this.html.length } }
  }
}
