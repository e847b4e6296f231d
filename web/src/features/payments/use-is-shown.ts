import { type RefObject, useEffect, useRef } from 'react'

/** Whether what asks is still on screen when an answer comes. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
