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

/**
 * The server's message for each field that it refuses: of several flags the list has a sentence for each, in their order.
 * Null for a failure that concerns no field.
 */
export function fieldRefusal(thrown: unknown): Record<string, string> | null {
  if (!isApiError(thrown)) return null
  const fields = [...thrown.flags].flatMap((name) => FIELDS[name] ?? [])
  if (fields.length === 0) return null
  const { message, list } = thrown
  const sentences = fields.length > 1 ? list : []
  return Object.fromEntries(fields.map((field, index) => [field, sentences[index] ?? message]))
}

/** Puts a refusal under its field; of any other failed call a toast has told already. */
export function showRefusal(thrown: unknown, setErrors: (errors: Record<string, string>) => void): void {
  if (!isApiError(thrown)) throw thrown
  const refusal = fieldRefusal(thrown)
  if (refusal) setErrors(refusal)
}
