import { identity } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import { bind, type Call, type Route } from '../../platform/http/bind.ts'
import type { Session } from '../../platform/http/session.ts'
import { changePassword } from './change-password.ts'
import { areCodesDelayed } from './codes.ts'
import { type LoginDeps, logIn } from './log-in.ts'
import { requestCode } from './resend-code.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { endSession } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { checkCode, verifyCode } from './verify-code.ts'

/** Sign-up, login, codes and passwords. */
export function identityRoutes(deps: LoginDeps): Route[] {
  const { db } = deps
  return [
    bind(identity.login, async ({ tenant, body, client, cookies }) => {
      const { user, ...tokens } = await logIn(deps, { ...body, tenant, ...client })
      await enter(deps, tokens, body.rememberMe, { client, cookies })
      return { isCustomer: user.role === 'customer', customerUrl: tenant.url, message: 'Login is successful' }
    }),
    bind(identity.adminLogin, async ({ body, client, cookies }) => {
      const { user: _, ...tokens } = await logIn(deps, { ...body, tenant: null, ...client })
      await enter(deps, tokens, body.rememberMe, { client, cookies })
      return { isCustomer: false, customerUrl: null, message: 'Login is successful' }
    }),
    bind(identity.logout, async ({ client, cookies }) => {
      await endSession(db, client.sessionToken)
      cookies.endSession()
      return { message: 'You are logged out.' }
    }),
    bind(identity.signup, ({ tenant, body, client }) => signUp(deps, tenant, body, client.address)),
    bind(identity.verifyShortCode, ({ body, client }) => verifyCode(deps, body, client.address)),
    bind(identity.checkShortCode, ({ query, client }) => checkCode(deps, query, client.address)),
    bind(identity.readCodeDelay, async ({ query }) => ({
      isDelayed: await areCodesDelayed(db.reader, query.otpType),
    })),
    bind(identity.resendShortCode, ({ body, client }) => requestCode(deps, body, client.address)),
    bind(identity.forgotPassword, ({ tenant, body, client }) =>
      forgotPassword(deps, tenant, body.emailOrUsername, client.address),
    ),
    bind(identity.adminForgotPassword, ({ body, client }) =>
      forgotPassword(deps, null, body.emailOrUsername, client.address),
    ),
    bind(identity.resetPassword, ({ tenant, body, ...browser }) => reset(deps, body, tenant.id, browser)),
    bind(identity.adminResetPassword, ({ body, ...browser }) => reset(deps, body, null, browser)),
    bind(identity.changePassword, (call) => change(deps, call)),
    bind(identity.adminChangePassword, (call) => change(deps, call)),
  ]
}

type Browser = Pick<Call<typeof identity.login>, 'client' | 'cookies'>

/** Puts a new session in the place of the browser's old one. */
async function enter(
  { db }: LoginDeps,
  { token, browserToken }: { token: string; browserToken: string },
  isRemembered: boolean,
  { client, cookies }: Browser,
): Promise<void> {
  await endSession(db, client.sessionToken)
  cookies.startSession(token, isRemembered)
  cookies.rememberBrowser(browserToken)
}

async function reset(
  { db }: LoginDeps,
  body: Body<typeof identity.resetPassword>,
  tenantId: number | null,
  { client, cookies }: Browser,
): Promise<{ message: string }> {
  const { message, browserToken } = await resetPassword(db, body, tenantId, client.browserToken)
  cookies.rememberBrowser(browserToken)
  return { message }
}

type PasswordChange = Pick<Call<typeof identity.changePassword>, 'body' | 'client' | 'cookies'>

/** The session's new cookie and its CSRF token come with the answer. */
async function change(
  { db }: LoginDeps,
  { session, body, client, cookies }: PasswordChange & { session: Session },
): Promise<{ message: string }> {
  const rotated = await changePassword(db, session, body, client)
  if (rotated) cookies.startSession(rotated.token, rotated.isRemembered)
  return { message: 'Password changed successfully' }
}
