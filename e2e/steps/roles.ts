import { homePath } from '@almanac/contract/pages'
import { expect, type Page } from 'playwright/test'
import { openSession } from './accounts.ts'
import { demoPassword } from './people.ts'
import { accountMenu } from './shell.ts'

export type RoleName = 'consumer' | 'customer' | 'admin'

interface Role {
  name: RoleName
  /** A demo user. */
  who: string
  /** Where they start. */
  home: string
}

/** The three roles, each with a demo user of Aurora. */
export const roles: readonly Role[] = [
  { name: 'consumer', who: 'stella', home: homePath('consumer', 'aurora') },
  { name: 'customer', who: 'aurora-ops', home: homePath('customer', 'aurora') },
  { name: 'admin', who: 'admin', home: homePath('admin', '') },
]

/** A role's profile, its form, the codes after it, and the change of the password. */
export function ownPaths({ name }: Role): string[] {
  const profile = { consumer: '/aurora', customer: '/aurora/customer', admin: '/admin' }[name]
  return ['', '/edit', '/edit/verification', '/change-password'].map((rest) => `${profile}/profile${rest}`)
}

/** Signs a role's demo user in without the screens, and opens the first one. */
export async function enterAs(page: Page, role: RoleName): Promise<void> {
  const { who, home } = demoUserOf(role)
  expect(await openSession(page.request, who, demoPassword, tenantOf(role))).toBe(true)
  await page.goto(home)
  await expect(accountMenu(page)).toBeVisible()
}

const tenantOf = (role: RoleName) => (role === 'admin' ? 'admin' : 'aurora')

function demoUserOf(role: RoleName): Role {
  const found = roles.find(({ name }) => name === role)
  if (!found) throw new Error(`No demo user is a ${role}.`)
  return found
}

/** The role whose user this browser remembers; null when it remembers none. */
export function rememberedRole(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const user: unknown = JSON.parse(localStorage.getItem('user-data') ?? 'null')
    return typeof user === 'object' && user !== null && 'type' in user ? String(user.type) : null
  })
}
