import type { Role } from '@almanac/contract/endpoint'
import { homePath, isPagePath, loginPath, paths, readTenantSlug } from '@almanac/contract/pages'
import { failureText } from '../api/failure-text.ts'
import type { SessionState } from '../api/session.ts'

/** What stands in the way of a protected screen, if anything does. */
export type GuardDecision =
  | { kind: 'wait' }
  | { kind: 'show' }
  | { kind: 'not-found' }
  | { kind: 'unreachable'; message: string }
  | { kind: 'leave'; to: string; toast: string | null }

export interface GuardQuestion {
  session: SessionState
  role: Role
  /** The tenant in the url; none on admin's screens. */
  urlTenant: string | undefined
  /** The tenant of the last sign-in in this browser. */
  storedTenant: string | null
}

/** The rule of protected routes: session, then role, then tenant. */
export function decideProtected({ session, role, urlTenant, storedTenant }: GuardQuestion): GuardDecision {
  const ownLogin = loginPath(role, urlTenant ?? '')
  switch (session.status) {
    case 'unknown':
    case 'verifying':
      return { kind: 'wait' }
    case 'signed-out':
      return { kind: 'leave', to: ownLogin, toast: null }
    case 'failed': {
      const { error } = session
      if (error.status === 0) return { kind: 'unreachable', message: error.message }
      return { kind: 'leave', to: ownLogin, toast: failureText(error, 'Internal server error') }
    }
    case 'signed-in':
      if (session.user.type !== role) {
        const tenant = storedTenant ?? urlTenant
        return { kind: 'leave', to: tenant ? paths.login(tenant) : paths.root(), toast: 'Access denied.' }
      }
      return isOwnTenant(session.user.customerUrl, urlTenant) ? { kind: 'show' } : { kind: 'not-found' }
  }
}

/** Admin's screens name no tenant. */
function isOwnTenant(own: string | null, urlTenant: string | undefined): boolean {
  return urlTenant === undefined || own?.toLowerCase() === urlTenant.toLowerCase()
}

/** A protected screen that somebody asked for without a session, as its history entry had it. */
export interface WantedScreen {
  pathname: string
  search: string
  hash: string
  state: unknown
}

/**
 * Where a public screen sends a signed-in user on to: the screen they asked for before the login, if it is one of their
 * role and tenant, or else their home. Null shows the public screen.
 */
export function decidePublic(
  session: SessionState,
  wanted: WantedScreen | null,
): { to: string; state: unknown } | null {
  if (session.status !== 'signed-in') return null
  const { type, customerUrl } = session.user
  if (wanted && isScreenOf(wanted.pathname, type, customerUrl))
    return { to: `${wanted.pathname}${wanted.search}${wanted.hash}`, state: wanted.state }
  return { to: homePath(type, customerUrl ?? ''), state: null }
}

function isScreenOf(path: string, role: Role, customerUrl: string | null): boolean {
  return (
    isPagePath(path) && roleOf(path) === role && readTenantSlug(path) === (customerUrl?.toLowerCase() ?? null)
  )
}

function roleOf(path: string): Role {
  if (/^\/admin\//i.test(path)) return 'admin'
  return /^\/[^/]+\/customer\//i.test(path) ? 'customer' : 'consumer'
}

/** What the state of the login's history entry says was asked for; null where it says nothing. */
export function readWanted(state: unknown): WantedScreen | null {
  const { wanted } = (state ?? {}) as { wanted?: Partial<WantedScreen> }
  if (typeof wanted?.pathname !== 'string') return null
  const { pathname, search = '', hash = '', state: own = null } = wanted
  return { pathname, search, hash, state: own }
}
