import { useRef, useState } from 'react'
import { isApiError } from './api-error.ts'

/** How long a browser may take to begin saving a file. */
const KEPT_MS = 60_000

/** Saves files that calls answer, one at a time. A call's failure is its own to tell. */
export function useDownload() {
  const [pending, setPending] = useState(false)
  const isAsked = useRef(false)
  async function download(ask: () => Promise<File>): Promise<void> {
    if (isAsked.current) return
    isAsked.current = true
    setPending(true)
    try {
      save(await ask())
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
    } finally {
      isAsked.current = false
      setPending(false)
    }
  }
  return { pending, download }
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
