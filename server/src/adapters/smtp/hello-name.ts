/**
 * What we call ourselves to a mail host: as configured, else the host name that the product is reached under. Undefined
 * where that is no full name, as on a developer's machine: then it is this machine's own.
 */
export function helloNameOf(configured: string | undefined, publicUrl: string): string | undefined {
  if (configured) return configured
  const { hostname } = new URL(publicUrl)
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/i.test(hostname) ? hostname : undefined
}
