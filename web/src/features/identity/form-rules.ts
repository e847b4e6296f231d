import { confirmed, emailOrUsername, newPassword } from '@almanac/contract/fields'
import { z } from 'zod'

export { loginBody as loginForm, signupBody as signupForm } from '@almanac/contract/identity'

/** What the forgot-password step asks for. */
export const forgotPasswordForm = z.object({ emailOrUsername })

/** What the new-password step asks for; the rest of its call comes from the steps before. */
export const newPasswordForm = confirmed(
  z.object({ newPassword, confirmNewPassword: z.string() }),
  'newPassword',
  'confirmNewPassword',
)
