import { isApiError } from './api-error.ts'
import { showFailure } from './failure-text.ts'

/** Which field a refusal's flag speaks of. */
const FIELDS: Readonly<Record<string, string>> = {
  isExistingUsername: 'username',
  isExistingEmail: 'email',
  invalidUserNameOrPassword: 'password',
  invalidUser: 'emailOrUsername',
  invalidCurrentPassword: 'currentPassword',
  currentAndNewPasswordMatch: 'confirmNewPassword',
  invalidSMSPhoneNumber: 'smsPhoneNumber',
}

/** The server's message under the field that it speaks of; null of a failure that concerns no field. */
export function fieldRefusal(thrown: unknown): Record<string, string> | null {
  if (!isApiError(thrown)) return null
  const flag = [...thrown.flags].find((name) => name in FIELDS)
  const field = flag && FIELDS[flag]
  return field ? { [field]: thrown.message } : null
}

/** Puts a refusal under its field, and toasts any other failure. */
export function tellFailure(
  thrown: unknown,
  setErrors: (errors: Record<string, string>) => void,
  otherwise?: string,
): void {
  const refusal = fieldRefusal(thrown)
  if (refusal) setErrors(refusal)
  else showFailure(thrown, otherwise)
}
