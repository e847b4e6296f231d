import { PackedPage } from './packed-page.ts'

/** A rendered page, as it is served. */
export function finishPage(page: { html: string; styleHash: string }): PackedPage {
  return new PackedPage(Buffer.from(page.html), {
    'content-security-policy': pagePolicy(page.styleHash),
    vary: 'accept-encoding, cookie',
    'cache-control': 'no-cache',
  })
}

/** The page's own style sheet is the only one it may use, by its hash; it has no script at all. */
function pagePolicy(styleHash: string): string {
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    // Checkers of pages ask for robots.txt from within the page.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const freshMs = 60_000

export interface DatedPage {
  page: PackedPage
  /** The instant from which it says what is no longer so, where there is one. */
  validUntil?: Date
}

/**
 * Keeps a page per tenant. One older than a minute is still served while a new one is made, so that no visitor waits
 * for the database; a change of the tenant drops it. One that says yesterday, or the Sun's last sign, is served only
 * where no new one can be made.
 */
export class LandingCache {
  readonly #pages = new Map<string, DatedPage & { madeAtMs: number }>()
  readonly #pending = new Map<string, Promise<PackedPage | null>>()
  /** How often pages were dropped: what was begun before may tell what is no longer so. */
  #drops = 0
  readonly #make: (slug: string) => Promise<DatedPage | null>
  readonly #nowMs: () => number

  /** `make` answers null for an unknown tenant, and such are not kept. */
  constructor(make: (slug: string) => Promise<DatedPage | null>, nowMs: () => number) {
    this.#make = make
    this.#nowMs = nowMs
  }

  async get(slug: string): Promise<PackedPage | null> {
    return this.kept(slug) ?? this.#refresh(slug).catch((error: unknown) => this.#outdated(slug, error))
  }

  /** The page where it is there already. */
  kept(slug: string): PackedPage | undefined {
    const kept = this.#pages.get(slug)
    const nowMs = this.#nowMs()
    if (!kept || (kept.validUntil && nowMs >= kept.validUntil.getTime())) return undefined
    if (nowMs - kept.madeAtMs > freshMs) this.#refresh(slug).catch(() => undefined)
    return kept.page
  }

  /** Forgets the page of one tenant, or of all. */
  drop(slug?: string): void {
    this.#drops += 1
    if (slug === undefined) {
      this.#pages.clear()
      this.#pending.clear()
    } else {
      this.#pages.delete(slug)
      this.#pending.delete(slug)
    }
  }

  #outdated(slug: string, error: unknown): PackedPage {
    const kept = this.#pages.get(slug)
    if (!kept) throw error
    return kept.page
  }

  #refresh(slug: string): Promise<PackedPage | null> {
    const running = this.#pending.get(slug)
    if (running) return running
    const drops = this.#drops
    const started: Promise<PackedPage | null> = this.#make(slug)
      .then((made) => {
        // Who waited for it asked before the change, and nobody after them is to see it.
        if (drops !== this.#drops) return made?.page ?? null
        if (!made) {
          this.#pages.delete(slug)
          return null
        }
        const kept = this.#pages.get(slug)?.page
        // One that says the same is compressed already.
        const page = kept?.etag === made.page.etag ? kept : made.page
        this.#pages.set(slug, { ...made, page, madeAtMs: this.#nowMs() })
        return page
      })
      .finally(() => {
        if (this.#pending.get(slug) === started) this.#pending.delete(slug)
      })
    this.#pending.set(slug, started)
    return started
  }
}
