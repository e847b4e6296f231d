import { laterSchema } from '../../ui/form-schema.ts'

/**
 * The rules of the sign-in forms, a fifth of what the login's script would be: they come once somebody types, so that
 * they hold up no first screen.
 */
const load = () => import('./form-rules.ts')

export const loginRules = laterSchema(async () => (await load()).loginForm)
export const signupRules = laterSchema(async () => (await load()).signupForm)
export const forgotPasswordRules = laterSchema(async () => (await load()).forgotPasswordForm)
export const newPasswordRules = laterSchema(async () => (await load()).newPasswordForm)
