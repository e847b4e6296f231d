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
