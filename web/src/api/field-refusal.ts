import { isApiError } from './api-error.ts'

/** Which field a refusal's flag speaks of. */
const FIELDS: Readonly<Record<string, string>> = {
  isExistingUsername: 'username',
  isExistingEmail: 'email',
  isExistingName: 'name',
  isExistingUrl: 'url',
  invalidUserNameOrPassword: 'password',
  invalidUser: 'emailOrUsername',
  invalidCurrentPassword: 'currentPassword',
  currentAndNewPasswordMatch: 'confirmNewPassword',
  invalidSMSPhoneNumber: 'smsPhoneNumber',
  isInvalidShortCode: 'code',
}

/** The server's message under the field that it speaks of; null of a failure that concerns no field. */
export function fieldRefusal(thrown: unknown): Record<string, string> | null {
  if (!isApiError(thrown)) return null
  const flag = [...thrown.flags].find((name) => name in FIELDS)
  const field = flag && FIELDS[flag]
  return field ? { [field]: thrown.message } : null
}

/** Puts a refusal under its field; of any other failed call a toast has told already. */
export function showRefusal(thrown: unknown, setErrors: (errors: Record<string, string>) => void): void {
  if (!isApiError(thrown)) throw thrown
  const refusal = fieldRefusal(thrown)
  if (refusal) setErrors(refusal)
}
