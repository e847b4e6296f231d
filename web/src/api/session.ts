import { logout } from '@almanac/contract/identity'
import { checkSession, type UserInfo } from '@almanac/contract/profile'
import { useSyncExternalStore } from 'react'
import { type ApiError, isApiError, isWorthRetrying, networkError } from './api-error.ts'
import { call, setUnauthenticatedListener } from './call.ts'
import { storedUser } from './stored-user.ts'

/**
 * What is known of the session. `unknown` until somebody asks; `failed` holds why it could not be verified, or the
 * refusal that ended it.
 */
export type SessionState =
  | { status: 'unknown' | 'verifying' | 'signed-out' }
  | { status: 'signed-in'; user: UserInfo }
  | { status: 'failed'; error: ApiError }

const RETRY_PAUSE_MS = 1_000

let state: SessionState = { status: 'unknown' }
let asking: Promise<void> | null = null
const listeners = new Set<() => void>()

function change(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

export const readSession = (): SessionState => state

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is known of the session, live. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, readSession)
}

/** The signed-in user. For screens behind a guard. @throws Error where nobody is signed in. */
export function useUser(): UserInfo {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('This screen needs a guard: nobody is signed in.')
  return session.user
}

/** The two parameters of a consumer's calls. For screens behind the consumer's guard. */
export function useConsumerParams(): { customerUrl: string; consumerId: number } {
  const { id, customerUrl } = useUser()
  return { customerUrl: customerUrl ?? '', consumerId: id }
}

/** The parameter of an operator's and most other calls of a tenant. For screens behind a tenant's guard. */
export function useTenantParams(): { customerUrl: string } {
  return { customerUrl: useUser().customerUrl ?? '' }
}

/** Asks the server who is signed in, and keeps the answer; who asks meanwhile gets the same answer. Never rejects. */
export function verifySession(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

/** Asks anew after something changed: an answer that is already on its way may be older than the change. */
export async function renewUser(): Promise<void> {
  await asking
  await verifySession()
}

async function ask(): Promise<void> {
  const known = state.status === 'signed-in' ? state.user : null
  if (!known) change({ status: 'verifying' })
  try {
    adopt(await askPatiently())
  } catch (thrown) {
    const error = isApiError(thrown) ? thrown : networkError(true)
    if (error.status === 401) endSession(error)
    else if (!known) change({ status: 'failed', error })
  }
}

async function askPatiently(): Promise<UserInfo> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call(checkSession, { isSessionCheck: true })
    } catch (thrown) {
      if (!isWorthRetrying(failures, thrown)) throw thrown
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * (failures + 1)))
    }
  }
}

function adopt(user: UserInfo) {
  storedUser.write(user)
  change({ status: 'signed-in', user })
}

function endSession(error: ApiError) {
  storedUser.clear()
  change({ status: 'failed', error })
}

/** Puts what an answer said about the user (a new balance) on screen at once. */
export function updateUser(news: Partial<UserInfo>): void {
  if (state.status === 'signed-in') adopt({ ...state.user, ...news })
}

/** Ends the session here and on the server. @throws ApiError, and then the session stays. */
export async function logOut(): Promise<void> {
  await call(logout, { isAct: true })
  storedUser.clear()
  change({ status: 'signed-out' })
}

/** Keeps the session true: ends it on a 401 of any call, follows other tabs and changes of the user. Once per page. */
export function followSession(): void {
  setUnauthenticatedListener((error) => {
    if (state.status === 'signed-in') endSession(error)
  })
  storedUser.onChange(() => {
    if (state.status === 'signed-in') void verifySession()
  })
}
