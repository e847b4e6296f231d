import { useEffect } from 'react'
import type { Playback } from './playback.ts'

const OWN_SPACE =
  'input:not([type=range]), textarea, select, button, a, summary, [contenteditable], [role=menuitem]'

/** Whether Space means something else here: in a field, on a button, or while a dialog asks something. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]:not([data-player])')) return true
  return target instanceof Element && target.closest(OWN_SPACE) !== null
}

/** Space plays and pauses wherever it isn't needed for something else. */
export function usePlayerKeys(playback: Playback): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, repeat, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key !== ' ' || repeat || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
      if (!playback.read().track || isTaken(event.target)) return
      event.preventDefault()
      playback.toggle()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [playback])
}
