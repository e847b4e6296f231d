import { type StripeCall, textOf } from './context.ts'
import { badParameter } from './errors.ts'

/** A name, an @, and a host with a dot in it. @throws email_invalid */
export function checkEmail(call: StripeCall, param: 'email' | 'receipt_email'): void {
  const email = textOf(call, param)
  if (!email || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) return
  throw badParameter(param, `Invalid email address: ${email}`, 'email_invalid')
}

/** Where a person comes back to after a challenge: an address of the web or of an app. @throws url_invalid */
export function checkReturnUrl(call: StripeCall): void {
  const url = textOf(call, 'return_url')
  if (url === undefined || URL.canParse(url)) return
  throw badParameter('return_url', 'Not a valid URL', 'url_invalid')
}

/** The same with an intent that is made: one that is not confirmed sends nobody anywhere. */
export function checkReturnOfNew(call: StripeCall): void {
  checkReturnUrl(call)
  if (call.parameters.return_url === undefined || call.parameters.confirm === true) return
  throw badParameter('return_url', 'This parameter can only be used with `confirm=true`.')
}
