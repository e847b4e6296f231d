import { homePath } from '@almanac/contract/pages'
import type { Page } from 'playwright/test'
import { mouse } from './hands.ts'
import { logIn } from './sign-in.ts'

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

/** Signs a role's demo user in. */
export function logInAs(page: Page, role: RoleName, hands = mouse): Promise<void> {
  const who = roles.find(({ name }) => name === role)?.who ?? ''
  return logIn(page, who, { tenant: role === 'admin' ? 'admin' : 'aurora', hands })
}

/** The role whose user this browser remembers; null when it remembers none. */
export function rememberedRole(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const user: unknown = JSON.parse(localStorage.getItem('user-data') ?? 'null')
    return typeof user === 'object' && user !== null && 'type' in user ? String(user.type) : null
  })
}
