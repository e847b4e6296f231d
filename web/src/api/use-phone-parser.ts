import { useEffect, useState } from 'react'
import type { ParsePhone } from './phone-rules.ts'

let loaded: ParsePhone | null = null

/** The number library, null until it is there: it has a chunk of its own, and the server checks in any case. */
export function usePhoneParser(isWanted: boolean): ParsePhone | null {
  const [parse, setParse] = useState<ParsePhone | null>(() => loaded)
  useEffect(() => {
    if (!isWanted || loaded) return
    let isShown = true
    import('libphonenumber-js/min').then(
      ({ parsePhoneNumberFromString }) => {
        loaded = (text, country) => parsePhoneNumberFromString(text, country)
        if (isShown) setParse(() => loaded)
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [isWanted])
  return parse
}
