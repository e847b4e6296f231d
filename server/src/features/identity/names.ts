/**
 * A username as it is compared: equal for two names that differ in nothing but letter case or in how Unicode writes
 * them. It is stored beside the name, and lookups, limits and the unique index all go by it, so that no second notion of
 * lower case (a database's depends on its locale) can tell otherwise. Whoever changes it recomputes what is stored.
 */
export function foldUsername(name: string): string {
  // Each way once: the two small sigmas are one in upper case, the two forms of the sharp s in lower case.
  const folded = name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  // Only now: some marks are written as a space and what stands on it.
  return folded.normalize('NFKC').trim()
}
