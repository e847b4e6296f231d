import type { Role } from '@almanac/contract/endpoint'
import { homePath, loginPath, paths } from '@almanac/contract/pages'
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

/** Where a public screen sends a signed-in user on to; null shows the screen. */
export function decidePublic(session: SessionState): string | null {
  if (session.status !== 'signed-in') return null
  return homePath(session.user.type, session.user.customerUrl ?? '')
}
