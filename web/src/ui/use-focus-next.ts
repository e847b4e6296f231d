import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Puts the focus on a part that stays, once what was acted on goes away: a row that is deleted takes the button with it
 * that opened the question.
 */
export function useFocusNext<Part extends HTMLElement>(): {
  ref: RefObject<Part | null>
  focusNext: () => void
} {
  const ref = useRef<Part>(null)
  const [times, setTimes] = useState(0)
  // After the dialog that goes in the same moment has given the focus back.
  useEffect(() => {
    if (times > 0) ref.current?.focus({ preventScroll: true })
  }, [times])
  return { ref, focusNext: () => setTimes((before) => before + 1) }
}
