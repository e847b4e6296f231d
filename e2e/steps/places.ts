import type { Page } from 'playwright/test'
import type { RoleName } from './roles.ts'

/** Who looks at a screen; a visitor is signed in nowhere. */
export type Visitor = RoleName | 'visitor'

/** Whose screen a path is. */
export function visitorOf(path: string): Visitor {
  if (['/:customerUrl', '/:customerUrl/login', '/admin/login'].includes(path)) return 'visitor'
  if (path.startsWith('/admin/')) return 'admin'
  return path.startsWith('/:customerUrl/customer/') ? 'customer' : 'consumer'
}

/** A screen's path with values of the demo in it, for who is signed in. */
export async function fillPath(page: Page, path: string): Promise<string> {
  const own = '/v1/customers/aurora'
  const firstId = async (url: string) => {
    const { data } = (await (await page.request.get(url)).json()) as { data: { id: number }[] }
    return String(data[0]?.id)
  }
  let filled = path.replace(':customerUrl', 'aurora')
  if (path.includes(':categoryId'))
    filled = filled.replace(':categoryId', await firstId(`${own}/consumer-category`))
  if (path.includes(':customerId'))
    filled = filled.replace(':customerId', await firstId('/v1/admin/customers?searchText=aurora'))
  if (path.includes(':purchaseId')) {
    const { id } = (await (await page.request.get('/v1/token-validity')).json()) as { id: number }
    filled = filled.replace(':purchaseId', await firstId(`${own}/consumers/${id}/purchases`))
  }
  return filled
}
