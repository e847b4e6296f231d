/**
 * Whether an `If-None-Match` header names the entity tag, so that a 304 is enough: as one of a list, weak or not, or as `*`
 * (RFC 9110, 13.1.2).
 */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => opaqueTag(tag) === opaqueTag(etag))
}

/** Weak comparison ignores the `W/`, which a proxy adds when it compresses. */
const opaqueTag = (tag: string) => tag.replace(/^W\//, '')
