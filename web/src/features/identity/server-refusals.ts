import { isApiError } from '../../api/api-error.ts'

/** Who must verify the e-mail address before logging in; null of any other failure. */
export function unverifiedUser(thrown: unknown): { username: string; email: string } | null {
  if (!isApiError(thrown, 'needEmailVerification')) return null
  const { username, tempEmail } = thrown.extra
  return typeof username === 'string' && typeof tempEmail === 'string' ? { username, email: tempEmail } : null
}
