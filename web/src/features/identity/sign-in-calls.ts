import type { Answer, Body } from '@almanac/contract/endpoint'
import {
  adminForgotPassword,
  adminLogin,
  adminResetPassword,
  forgotPassword,
  login,
  resetPassword,
} from '@almanac/contract/identity'
import { call } from '../../api/call.ts'

/** The calls in which a tenant's sign-in and the admin's differ. */
export interface SignInCalls {
  logIn(body: Body<typeof login>): Promise<Answer<typeof login>>
  forgotPassword(emailOrUsername: string): Promise<Answer<typeof forgotPassword>>
  resetPassword(body: Body<typeof resetPassword>): Promise<Answer<typeof resetPassword>>
}

export function tenantCalls(customerUrl: string): SignInCalls {
  const params = { customerUrl }
  return {
    logIn: (body) => call(login, { params, body }),
    forgotPassword: (emailOrUsername) => call(forgotPassword, { params, body: { emailOrUsername } }),
    resetPassword: (body) => call(resetPassword, { params, body }),
  }
}

export const adminCalls: SignInCalls = {
  logIn: (body) => call(adminLogin, { body }),
  forgotPassword: (emailOrUsername) =>
    call(adminForgotPassword, { body: { emailOrUsername, isAdmin: true } }),
  resetPassword: (body) => call(adminResetPassword, { body }),
}
