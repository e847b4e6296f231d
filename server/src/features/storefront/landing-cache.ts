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

/**
 * Keeps a page per tenant. One older than a minute is still served while a new one is made, so that no visitor waits
 * for the database; a change of the tenant drops it.
 */
export class LandingCache {
  readonly #pages = new Map<string, { page: PackedPage; madeAtMs: number }>()
  readonly #pending = new Map<string, Promise<PackedPage | null>>()
  readonly #make: (slug: string) => Promise<PackedPage | null>
  readonly #nowMs: () => number

  /** `make` answers null for an unknown tenant, and such are not kept. */
  constructor(make: (slug: string) => Promise<PackedPage | null>, nowMs: () => number) {
    this.#make = make
    this.#nowMs = nowMs
  }

  async get(slug: string): Promise<PackedPage | null> {
    return this.kept(slug) ?? this.#refresh(slug)
  }

  /** The page where it is there already. */
  kept(slug: string): PackedPage | undefined {
    const kept = this.#pages.get(slug)
    if (!kept) return undefined
    if (this.#nowMs() - kept.madeAtMs > freshMs) this.#refresh(slug).catch(() => undefined)
    return kept.page
  }

  /** Forgets the page of one tenant, or of all. */
  drop(slug?: string): void {
    if (slug === undefined) this.#pages.clear()
    else this.#pages.delete(slug)
  }

  #refresh(slug: string): Promise<PackedPage | null> {
    const running = this.#pending.get(slug)
    if (running) return running
    const started = this.#make(slug)
      .then((made) => {
        const kept = this.#pages.get(slug)?.page
        // One that says the same is compressed already.
        const page = kept && made?.etag === kept.etag ? kept : made
        if (page) this.#pages.set(slug, { page, madeAtMs: this.#nowMs() })
        else this.#pages.delete(slug)
        return page
      })
      .finally(() => this.#pending.delete(slug))
    this.#pending.set(slug, started)
    return started
  }
}
