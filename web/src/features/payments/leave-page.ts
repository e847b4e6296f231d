import { useEffect, useRef } from 'react'

/** Leaves for a page of a wallet's. By script: our pages let no form be posted that ends elsewhere (form-action). */
export function leaveFor(address: string): void {
  location.assign(address)
}

/** Calls when this very page is come back to by the browser's own button: it stands as it was left, waiting. */
export function useBroughtBack(onBack: () => void): void {
  const told = useRef(onBack)
  told.current = onBack
  useEffect(() => {
    const hear = ({ persisted }: PageTransitionEvent) => persisted && told.current()
    addEventListener('pageshow', hear)
    return () => removeEventListener('pageshow', hear)
  }, [])
}
