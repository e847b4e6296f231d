import { useSyncExternalStore } from 'react'
import { currentColorScheme } from '../../theme/color-scheme.ts'

function subscribe(changed: () => void) {
  const device = matchMedia('(prefers-color-scheme: dark)')
  const choice = new MutationObserver(changed)
  device.addEventListener('change', changed)
  choice.observe(document.documentElement, { attributes: true })
  return () => {
    device.removeEventListener('change', changed)
    choice.disconnect()
  }
}

/** The scheme on screen, live: a provider's frame has to be told. */
export function useShownScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, currentColorScheme)
}
