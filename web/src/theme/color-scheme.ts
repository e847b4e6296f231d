/** What a person chose: `system` follows the device. */
export type ColorScheme = 'system' | 'light' | 'dark'

// public/first-paint.js shows the choice before this module has loaded, by the same names.
const STORAGE_KEY = 'almanac-color-scheme'
const ATTRIBUTE = 'data-color-scheme'

/** The stored choice; `system` when there is none or storage is closed. */
export function readColorScheme(): ColorScheme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Shows the scheme and keeps the choice for the next visit. */
export function setColorScheme(scheme: ColorScheme): void {
  showColorScheme(scheme)
  try {
    if (scheme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, scheme)
  } catch {
    // Storage is closed (private mode, blocked cookies): the choice holds for this page.
  }
}

/** Shows the scheme without keeping it. */
export function showColorScheme(scheme: ColorScheme): void {
  if (scheme === 'system') document.documentElement.removeAttribute(ATTRIBUTE)
  else document.documentElement.setAttribute(ATTRIBUTE, scheme)
  // The browser's own bars have a colour for each scheme.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset.scheme
    meta.media = scheme === 'system' ? `(prefers-color-scheme: ${own})` : scheme === own ? 'all' : 'not all'
  }
}

/** The scheme on screen at this moment. */
export function currentColorScheme(): 'light' | 'dark' {
  const chosen = document.documentElement.getAttribute(ATTRIBUTE)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
