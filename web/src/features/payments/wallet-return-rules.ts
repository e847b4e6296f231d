/**
 * The id of the order to take the money of, as the wallet's page gives it in the address. Null where nothing is to be
 * taken: the person canceled there, or the wallet did not make the address.
 */
export function readOrderId(search: URLSearchParams): string | null {
  const isCanceled = search.get('cancelled') === 'true'
  const token = search.get('token') ?? ''
  return !isCanceled && /^[A-Z0-9]{1,36}$/.test(token) ? token : null
}
