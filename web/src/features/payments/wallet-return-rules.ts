/** What the wallet's page says of an order in the address that it leads back to. */
export interface WalletReturn {
  /** Null where nothing is to be taken: it was canceled there, or the address was not made by the wallet. */
  orderId: string | null
  isCancelled: boolean
}

/** Reads the address that the wallet leads back to; both ways, its page gives the order's id as `token`. */
export function readReturn(search: URLSearchParams): WalletReturn {
  const isCancelled = search.get('cancelled') === 'true'
  const token = search.get('token') ?? ''
  return { isCancelled, orderId: !isCancelled && /^[A-Z0-9]{1,36}$/.test(token) ? token : null }
}

/** Whether a wallet's page led here, rather than an address that somebody kept or typed. */
export function isBroughtBack(search: URLSearchParams): boolean {
  const { orderId, isCancelled } = readReturn(search)
  return isCancelled || orderId !== null
}

/** Said to who comes back with a purchase that has failed meanwhile: whatever they approved is never taken. */
export const NOT_OPEN_ANYMORE =
  'This payment was declined or canceled, or a newer purchase took its place. Nothing was charged for it.'
