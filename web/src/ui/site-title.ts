import { useEffect } from 'react'

let siteName = 'Almanac'
let pageTitle = ''

function write() {
  document.title = pageTitle ? `${pageTitle} - ${siteName}` : siteName
}

/** Whose pages these are; the shell and the login screen say it once they know. */
export function setSiteName(name: string): void {
  siteName = name
  write()
}

/** Names the browser tab while the calling screen is on, once it has words for it: `Purchase Tokens - Aurora Astrology`. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title?.trim()) return
    pageTitle = title
    write()
    // The next screen may not know its own yet.
    return () => {
      pageTitle = ''
      write()
    }
  }, [title])
}
