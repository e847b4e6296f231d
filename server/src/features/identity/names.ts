/**
 * A username as it is compared: equal for two names that differ in nothing but letter case or in how Unicode writes
 * them. It is stored beside the name, and lookups, limits and the unique index all go by it, so that no second notion of
 * lower case (a database's depends on its locale) can tell otherwise. Whoever changes it recomputes what is stored.
 */
export function foldUsername(name: string): string {
  // Upper case first: some letters, as the two small sigmas, are one only there.
  const folded = name.trim().normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  return folded.normalize('NFKC')
}
