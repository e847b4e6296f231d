import { identity } from '@almanac/contract'
import { bind, type Route } from '../../platform/http/bind.ts'
import { type LoginDeps, logIn } from './log-in.ts'
import { requestCode } from './resend-code.ts'
import { changePassword, forgotPassword, resetPassword } from './reset-password.ts'
import { endSession } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { checkCode, verifyCode } from './verify-code.ts'

/** Sign-up, login, codes and passwords. */
export function identityRoutes(deps: LoginDeps): Route[] {
  const { db } = deps
  return [
    bind(identity.login, async ({ tenant, body, client, cookies }) => {
      const { user, token } = await logIn(deps, { ...body, tenant, address: client.address })
      await endSession(db, client.sessionToken)
      cookies.startSession(token, body.rememberMe)
      return { isCustomer: user.role === 'customer', customerUrl: tenant.url, message: 'Login is successful' }
    }),
    bind(identity.adminLogin, async ({ body, client, cookies }) => {
      const { token } = await logIn(deps, { ...body, tenant: null, address: client.address })
      await endSession(db, client.sessionToken)
      cookies.startSession(token, body.rememberMe)
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
    bind(identity.resendShortCode, ({ body, client }) => requestCode(deps, body, client.address)),
    bind(identity.forgotPassword, ({ tenant, body, client }) =>
      forgotPassword(deps, tenant, body.emailOrUsername, client.address),
    ),
    bind(identity.adminForgotPassword, ({ body, client }) =>
      forgotPassword(deps, null, body.emailOrUsername, client.address),
    ),
    bind(identity.resetPassword, ({ tenant, body }) => resetPassword(db, body, tenant.id)),
    bind(identity.adminResetPassword, ({ body }) => resetPassword(db, body, null)),
    bind(identity.changePassword, ({ session, body }) => changePassword(db, session, body)),
    bind(identity.adminChangePassword, ({ session, body }) => changePassword(db, session, body)),
  ]
}
