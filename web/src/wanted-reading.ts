/** A reading that somebody wanted to play and had too few tokens for. */
export interface WantedReading {
  customerUrl: string
  /** The sign whose list it stands in. */
  categoryId: number
  audioName: string
}

const KEY = 'almanac.wanted-reading'

/** Kept by the tab, since paying may lead over the page of a wallet. */
export function keepWantedReading(reading: WantedReading): void {
  sessionStorage.setItem(KEY, JSON.stringify(reading))
}

export function forgetWantedReading(): void {
  sessionStorage.removeItem(KEY)
}

/** The reading that waits for tokens in this tab at this tenant; null where there is none. */
export function readWantedReading(customerUrl: string): WantedReading | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<WantedReading> | null
    const isWhole = typeof kept?.categoryId === 'number' && typeof kept.audioName === 'string'
    return isWhole && kept.customerUrl === customerUrl ? (kept as WantedReading) : null
  } catch {
    return null
  }
}
