import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  astrologicalSign,
  astrologicalSignId,
  confirmed,
  contactNumber,
  email,
  emailOrUsername,
  fullName,
  loginPassword,
  newPassword,
  shortCode,
  username,
} from './fields.ts'
import { customerUrl, emailAddress, message } from './primitives.ts'

const inTenant = z.object({ customerUrl })

export const loginBody = z.object({
  usernameOrEmail: emailOrUsername,
  password: loginPassword,
  rememberMe: z.boolean().default(false),
})

const loginAnswer = z.object({
  isCustomer: z.boolean(),
  customerUrl: z.string().nullable(),
  message: z.string(),
})

export const login = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/login',
  summary: 'Log in as a consumer or operator of a tenant',
  actor: 'public',
  params: inTenant,
  body: loginBody,
  response: loginAnswer,
  session: 'starts',
  errors: ['invalid_credentials', 'email_unverified'],
})

export const adminLogin = endpoint({
  method: 'POST',
  path: '/v1/admin/login',
  summary: 'Log in as an admin',
  actor: 'public',
  body: loginBody,
  response: loginAnswer,
  session: 'starts',
  errors: ['invalid_credentials', 'email_unverified'],
})

const signupFields = z.object({
  username,
  fullName,
  email,
  contactNumber,
  defaultCategoryId: astrologicalSignId,
  password: newPassword,
  confirmPassword: z.string({ error: 'Passwords must match' }),
  timeZone: z.string().max(64).optional(),
})

/** The rules of the form, which holds its choice of a sign as text; what they answer is the body to send. */
export const signupBody = confirmed(
  signupFields.extend({ defaultCategoryId: astrologicalSign }),
  'password',
  'confirmPassword',
)

export const signup = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/consumers/signup',
  summary: 'Sign up as a consumer; a six-digit code goes to the email address',
  actor: 'public',
  params: inTenant,
  body: confirmed(signupFields, 'password', 'confirmPassword'),
  response: z.object({
    username: z.string(),
    tempEmail: emailAddress,
    tempSmsPhoneNumber: z.string().nullable(),
    message: z.string(),
  }),
  status: 201,
  errors: ['username_taken', 'email_taken', 'unknown_category'],
})

const oneToken = (body: { emailToken?: string; smsPhoneNumberToken?: string; passwordToken?: string }) =>
  [body.emailToken, body.smsPhoneNumberToken, body.passwordToken].filter((token) => token !== undefined)
    .length === 1

const codePurpose = z.enum(['email', 'smsPhoneNumber', 'password'])

const codeOwner = z.string().trim().min(1, 'Username is required.').max(254)

export const verifyShortCode = endpoint({
  method: 'POST',
  path: '/v1/user/shortcode/verify',
  summary: 'Verify a one-time code; a password code answers a single-use verificationToken',
  actor: 'public',
  body: z
    .object({
      username: codeOwner,
      emailToken: shortCode.optional(),
      smsPhoneNumberToken: shortCode.optional(),
      passwordToken: shortCode.optional(),
    })
    .refine(oneToken, 'Exactly one verification code is needed.'),
  response: z.object({ message: z.string(), verificationToken: z.string().optional() }),
  errors: ['invalid_short_code', 'short_code_used_up'],
})

export const resendShortCode = endpoint({
  method: 'POST',
  path: '/v1/user/shortcode/resend',
  summary: 'Send a new one-time code, voiding the old one',
  actor: 'public',
  body: z.object({
    username: codeOwner,
    otpType: codePurpose,
    resend: z.literal(true),
  }),
  response: message,
  errors: [],
})

export const readCodeDelay = endpoint({
  method: 'GET',
  path: '/v1/user/shortcode/delay',
  summary: 'Whether codes of this kind leave late at the moment, for everybody',
  actor: 'public',
  query: z.object({ otpType: codePurpose }),
  response: z.object({ isDelayed: z.boolean() }),
  errors: [],
})

export const checkShortCode = endpoint({
  method: 'GET',
  path: '/v1/user/shortcode/validity',
  summary: 'Whether a password code is valid; counts as a try',
  actor: 'public',
  query: z.object({ username: codeOwner, passwordToken: shortCode }),
  response: message,
  errors: ['invalid_short_code', 'short_code_used_up'],
  changesState: true,
})

export const logout = endpoint({
  method: 'GET',
  path: '/v1/user/logout',
  summary: 'End the session',
  actor: 'public',
  response: message,
  session: 'ends',
  errors: [],
  changesState: true,
})

const forgotAnswer = z.object({ username: z.string(), email: z.string(), message: z.string() })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/password/forgot',
  summary: 'Send a password code; the email address in the answer is masked',
  actor: 'public',
  params: inTenant,
  body: z.object({ emailOrUsername, isAdmin: z.literal(false).optional() }),
  response: forgotAnswer,
  errors: ['unknown_user'],
})

export const adminForgotPassword = endpoint({
  method: 'POST',
  path: '/v1/admin/password/forgot',
  summary: 'Send an admin a password code',
  actor: 'public',
  body: z.object({ emailOrUsername, isAdmin: z.boolean().optional() }),
  response: forgotAnswer,
  errors: ['unknown_user'],
})

export const resetPasswordBody = confirmed(
  z.object({
    newPassword,
    confirmNewPassword: z.string({ error: 'Passwords must match' }),
    verificationToken: z.string().min(1).max(200),
    username: codeOwner,
  }),
  'newPassword',
  'confirmNewPassword',
)

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/password/change',
  summary: 'Set a new password with the token of a verified password code',
  actor: 'public',
  params: inTenant,
  body: resetPasswordBody,
  response: message,
  errors: ['invalid_verification_token'],
})

export const adminResetPassword = endpoint({
  method: 'PUT',
  path: '/v1/admin/password/change',
  summary: 'Set a new admin password with the token of a verified password code',
  actor: 'public',
  body: resetPasswordBody,
  response: message,
  errors: ['invalid_verification_token'],
})

export const changePasswordBody = confirmed(
  z.object({
    currentPassword: loginPassword,
    newPassword,
    confirmNewPassword: z.string({ error: 'Passwords must match' }),
  }),
  'newPassword',
  'confirmNewPassword',
)

export const changePassword = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/profile/password',
  summary: 'Change the own password as consumer or operator',
  actor: ['consumer', 'customer'],
  params: inTenant,
  body: changePasswordBody,
  response: message,
  session: 'starts',
  errors: ['invalid_current_password', 'same_password'],
})

export const adminChangePassword = endpoint({
  method: 'PUT',
  path: '/v1/admin/profile/password',
  summary: 'Change the own password as admin',
  actor: ['admin'],
  body: changePasswordBody,
  response: message,
  session: 'starts',
  errors: ['invalid_current_password', 'same_password'],
})
