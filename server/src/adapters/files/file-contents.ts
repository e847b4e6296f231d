import { LRUCache } from 'lru-cache'

const mebibyte = 1_048_576

/**
 * The bytes of files that are asked for again and again: most listeners hear the same few readings of the week, and each
 * asks for one piece after the other. A file is kept from the second time that it is asked for within `keptMs`; one that
 * is removed here is forgotten at once, elsewhere within `keptMs`.
 */
export class FileContents {
  readonly #kept: LRUCache<string, Buffer>
  readonly #askedFor: LRUCache<string, true>
  readonly #reading = new Map<string, Promise<Buffer>>()
  readonly #fileBytesMax: number

  constructor({ bytesMax = 48 * mebibyte, fileBytesMax = 12 * mebibyte, keptMs = 60_000 } = {}) {
    this.#fileBytesMax = fileBytesMax
    // With timers, since what nobody asks for again is memory for nothing.
    const ttl = { ttl: keptMs, ttlAutopurge: true }
    this.#kept = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ length }) => Math.max(1, length),
      ...ttl,
    })
    this.#askedFor = new LRUCache({ max: 1_000, ttl: keptMs })
  }

  /** The whole file, where it is kept. */
  get(key: string): Buffer | undefined {
    return this.#kept.get(key)
  }

  /** Keeps a file where that seems worth it; `read` reads the whole of it, once for all who ask meanwhile. */
  async keep(key: string, sizeBytes: number, read: () => Promise<Buffer>): Promise<Buffer | undefined> {
    if (sizeBytes > this.#fileBytesMax) return undefined
    if (!this.#askedFor.get(key)) {
      this.#askedFor.set(key, true)
      return undefined
    }
    const running = this.#reading.get(key)
    if (running) return running
    const reading = read()
    this.#reading.set(key, reading)
    try {
      const content = await reading
      // Not where it was forgotten meanwhile.
      if (this.#reading.get(key) === reading) this.#kept.set(key, content)
      return content
    } finally {
      if (this.#reading.get(key) === reading) this.#reading.delete(key)
    }
  }

  forget(key: string): void {
    this.#kept.delete(key)
    this.#askedFor.delete(key)
    this.#reading.delete(key)
  }
}
