import { isApiError } from '../../api/api-error.ts'

/** Which field a refusal's flag speaks of. */
const FIELDS: Record<string, string> = {
  isExistingUsername: 'username',
  isExistingEmail: 'email',
  invalidUserNameOrPassword: 'password',
  invalidUser: 'emailOrUsername',
  currentAndNewPasswordMatch: 'confirmNewPassword',
}

/** The server's message under the field that it speaks of; null of a failure that concerns no field. */
export function fieldRefusal(thrown: unknown): Record<string, string> | null {
  if (!isApiError(thrown)) return null
  const flag = [...thrown.flags].find((name) => name in FIELDS)
  const field = flag && FIELDS[flag]
  return field ? { [field]: thrown.message } : null
}

/** Who must verify the e-mail address before logging in; null of any other failure. */
export function unverifiedUser(thrown: unknown): { username: string; email: string } | null {
  if (!isApiError(thrown, 'needEmailVerification')) return null
  const { username, tempEmail } = thrown.extra
  return typeof username === 'string' && typeof tempEmail === 'string' ? { username, email: tempEmail } : null
}
