import { useState } from 'react'

const STORAGE_KEY = 'almanac-sidebar'

/** Whether the side column is folded to its icons, remembered in the browser. */
export function useFolded(): [folded: boolean, toggle: () => void] {
  const [folded, setFolded] = useState(() => {
    try {
      return localStorage.getItem(STORAGE_KEY) === 'folded'
    } catch {
      return false
    }
  })
  function toggle() {
    setFolded(!folded)
    try {
      localStorage.setItem(STORAGE_KEY, folded ? 'open' : 'folded')
    } catch {
      // Storage is closed: it holds for this page.
    }
  }
  return [folded, toggle]
}
