/** The app's screens by path, `:customerUrl` being a tenant. The server answers anything else with 404. */
export const pagePaths = [
  '/:customerUrl',
  '/:customerUrl/login',
  '/:customerUrl/dashboard',
  '/:customerUrl/packages',
  '/:customerUrl/packages/purchase',
  '/:customerUrl/subscriptions',
  '/:customerUrl/activity',
  '/:customerUrl/activity/:purchaseId',
  '/:customerUrl/faq',
  '/:customerUrl/contact-support',
  '/:customerUrl/support-tickets',
  '/:customerUrl/profile',
  '/:customerUrl/profile/edit',
  '/:customerUrl/profile/edit/verification',
  '/:customerUrl/profile/change-password',
  '/:customerUrl/profile/default-payment/update',
  '/:customerUrl/customer/revenue-report',
  '/:customerUrl/customer/categories',
  '/:customerUrl/customer/categories/:categoryId',
  '/:customerUrl/customer/categories/:categoryId/short-text/upload',
  '/:customerUrl/customer/packages',
  '/:customerUrl/customer/faq',
  '/:customerUrl/customer/tickets',
  '/:customerUrl/customer/profile',
  '/:customerUrl/customer/profile/edit',
  '/:customerUrl/customer/profile/edit/verification',
  '/:customerUrl/customer/profile/change-password',
  '/admin/login',
  '/admin/customers',
  '/admin/token-transction',
  '/admin/profile',
  '/admin/profile/edit',
  '/admin/profile/edit/verification',
  '/admin/profile/change-password',
] as const

const patterns = pagePaths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'))

/** Whether a path is one of the app's screens. */
export function isPagePath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** The slug in a page's path, lower-case; null on admin's pages and on `/`. */
export function readTenantSlug(path: string): string | null {
  const first = path.split('/')[1]?.toLowerCase() ?? ''
  return first === '' || first === 'admin' ? null : first
}
