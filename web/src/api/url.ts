import type { Endpoint } from '@almanac/contract/endpoint'

/** A value of a query or a multipart body: undefined and null are left out. */
export type WireValue = unknown

/** A scalar as text, an object as JSON. */
export function wireText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A query string from an object: arrays repeat the key, objects are sent as JSON, what is undefined or null is left out. */
export function queryText(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, wireText(one))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/**
 * The address of an endpoint. @throws TypeError when the path names a parameter that isn't given.
 */
export function endpointUrl(endpoint: Pick<Endpoint, 'path'>, params: object = {}, query?: object): string {
  const values = new Map(Object.entries(params))
  const path = endpoint.path.replace(/:(\w+)|\*/g, (place, name: string | undefined) => {
    const value = values.get(name ?? '*')
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${endpoint.path} needs ${place}`)
    return name ? encodeURIComponent(String(value)) : String(value)
  })
  return path + queryText(query)
}

/** Where a picture is: those of public pages are open to all, the others to signed-in users of the tenant. */
export function imageUrl(path: string, visibility: 'public' | 'private' = 'private'): string {
  return `/v1/images/${visibility === 'public' ? 'public/' : ''}${path}`
}
