/**
 * Words that no tenant's address may be: the first part of every path that the product answers itself, and those that it
 * or the web at large may come to need (decision T3). All in small letters.
 */
const reserved: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'app',
  'assets',
  'customer',
  'customers',
  'docs',
  'favicon',
  'files',
  'fonts',
  'health',
  'healthz',
  'help',
  'images',
  'landing',
  'login',
  'logout',
  'metrics',
  'openapi',
  'password',
  'public',
  'readyz',
  'register',
  'robots',
  'sandbox',
  'signup',
  'sitemap',
  'static',
  'status',
  'support',
  'v1',
  'v2',
  'webhooks',
  'well-known',
  'www',
])

/** Whether a slug, in small letters, is kept for the product. */
export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug)
}
