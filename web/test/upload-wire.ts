import { vi } from 'vitest'

/** Uploads that tell how far they are, before the same server as all other calls: see `wire.ts`. */

/** What is on its way, in the order in which it was sent. */
export const uploads: Upload[] = []

class Upload {
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  readonly #headers: Record<string, string> = {}
  #url = ''
  #method = ''
  #isAborted = false

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  getResponseHeader(): string | null {
    return null
  }

  abort(): void {
    this.#isAborted = true
    this.onabort?.()
  }

  send(body: FormData): void {
    uploads.push(this)
    fetch(this.#url, { method: this.#method, headers: this.#headers, body }).then(
      async (response) => {
        this.status = response.status
        this.responseText = await response.text()
        if (!this.#isAborted) this.onload?.()
      },
      () => !this.#isAborted && this.onerror?.(),
    )
  }

  /** So much of it has left the browser. */
  progress(percent: number): void {
    this.upload.onprogress?.({ loaded: percent, total: 100, lengthComputable: true })
  }
}

vi.stubGlobal('XMLHttpRequest', Upload)
