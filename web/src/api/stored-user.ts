import type { UserInfo } from '@almanac/contract/profile'

const USER_KEY = 'user-data'
const TENANT_KEY = 'customer-url'

/** The part of local storage that is needed here. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What this browser remembers between visits: who was signed in, and with which tenant. */
export interface StoredUser {
  read(): UserInfo | null
  /** Also keeps the tenant's url. */
  write(user: UserInfo): void
  /** Forgets the user; the tenant's url stays, since it leads to the login. */
  clear(): void
  /** The tenant of the last sign-in. */
  tenantUrl(): string | null
  /** Called when another tab signs in or out. */
  onChange(listener: () => void): () => void
}

/** Storage that is closed (blocked cookies) or holds nonsense counts as empty. */
export function openStoredUser(storage: () => Storage): StoredUser {
  function safely<Value>(act: () => Value, otherwise: Value): Value {
    try {
      return act()
    } catch {
      return otherwise
    }
  }
  return {
    read: () =>
      safely(() => {
        const user: unknown = JSON.parse(storage().getItem(USER_KEY) ?? 'null')
        return isUser(user) ? user : null
      }, null),
    write: (user) =>
      safely(() => {
        storage().setItem(USER_KEY, JSON.stringify(user))
        if (user.customerUrl) storage().setItem(TENANT_KEY, user.customerUrl)
      }, undefined),
    clear: () => safely(() => storage().removeItem(USER_KEY), undefined),
    tenantUrl: () => safely(() => storage().getItem(TENANT_KEY), null),
    onChange(listener) {
      const heard = (event: StorageEvent) => {
        if (event.key === USER_KEY || event.key === null) listener()
      }
      addEventListener('storage', heard)
      return () => removeEventListener('storage', heard)
    },
  }
}

function isUser(value: unknown): value is UserInfo {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value
}

export const storedUser = openStoredUser(() => localStorage)
