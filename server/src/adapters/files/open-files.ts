import type { FileHandle } from 'node:fs/promises'

/** An open file that is being read; `release` is called once for each `use`. */
export interface FileInUse {
  readonly handle: FileHandle
  readonly sizeBytes: number
  release(): void
}

interface Kept {
  handle: FileHandle
  sizeBytes: number
  users: number
  /** Nobody is given it any more; the last who reads it closes it. */
  isForgotten: boolean
}

/**
 * Files that were read not long ago, kept open: a listener asks for one file piece by piece, and to open it anew for
 * each piece is dearer than the piece. What lies under a key never changes; one that is replaced or removed here is
 * forgotten at once, elsewhere within `keptMs`.
 */
export class OpenFiles {
  readonly #kept = new Map<string, Promise<Kept | null>>()
  readonly #open: (key: string) => Promise<FileHandle | null>
  readonly #filesMax: number
  readonly #keptMs: number

  constructor(
    open: (key: string) => Promise<FileHandle | null>,
    { filesMax = 256, keptMs = 60_000 }: { filesMax?: number; keptMs?: number } = {},
  ) {
    this.#open = open
    this.#filesMax = filesMax
    this.#keptMs = keptMs
  }

  /** @returns null where there is no such file. Failures to open are thrown, and not kept. */
  async use(key: string): Promise<FileInUse | null> {
    const kept = await (this.#kept.get(key) ?? this.#openAndKeep(key))
    if (!kept) return null
    if (kept.isForgotten) return this.use(key)
    kept.users++
    let isReleased = false
    return {
      handle: kept.handle,
      sizeBytes: kept.sizeBytes,
      release: () => {
        if (isReleased) return
        isReleased = true
        kept.users--
        closeIfDone(kept)
      },
    }
  }

  /** The next who asks for the file opens it anew. */
  async forget(key: string): Promise<void> {
    const pending = this.#kept.get(key)
    if (!pending) return
    this.#kept.delete(key)
    const kept = await pending.catch(() => null)
    if (!kept) return
    kept.isForgotten = true
    closeIfDone(kept)
  }

  #openAndKeep(key: string): Promise<Kept | null> {
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= this.#filesMax && oldest !== undefined) void this.forget(oldest)
    const pending = this.#openNow(key)
    this.#kept.set(key, pending)
    const drop = () => {
      if (this.#kept.get(key) === pending) this.#kept.delete(key)
    }
    // Closed in time also when nobody asks again, so that a removed file gives its place on the disk back.
    const closeInTime = () =>
      setTimeout(() => void (this.#kept.get(key) === pending && this.forget(key)), this.#keptMs).unref()
    pending.then((kept) => (kept ? closeInTime() : drop()), drop)
    return pending
  }

  async #openNow(key: string): Promise<Kept | null> {
    const handle = await this.#open(key)
    if (!handle) return null
    try {
      const { size: sizeBytes } = await handle.stat()
      return { handle, sizeBytes, users: 0, isForgotten: false }
    } catch (error) {
      await handle.close()
      throw error
    }
  }
}

function closeIfDone(kept: Kept): void {
  if (kept.isForgotten && kept.users === 0) void kept.handle.close().catch(() => undefined)
}
