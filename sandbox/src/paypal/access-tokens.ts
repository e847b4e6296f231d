import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { newPaypalId } from '../state/ids.ts'
import type { PaypalWorld } from './context.ts'
import { failure, PaypalFailure } from './errors.ts'

/** `POST /v1/oauth2/token`: an access token for the client's id and secret. @throws 401, 400 */
export function issueToken(world: PaypalWorld, headers: IncomingHttpHeaders, form: unknown) {
  checkClient(world, headers.authorization)
  const grant = (form as { grant_type?: unknown } | null)?.grant_type
  if (grant !== 'client_credentials') {
    throw new PaypalFailure(400, {
      error: 'unsupported_grant_type',
      error_description: 'Grant Type is NULL or not supported',
    })
  }
  const seconds = world.settings.tokenSeconds
  const expiry = (Date.now() + seconds * 1000).toString(36)
  const salt = newPaypalId(8)
  return {
    scope:
      'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/vault/payment-tokens/readwrite',
    access_token: `A21AA${expiry}.${salt}.${sealOf(world, expiry, salt)}`,
    token_type: 'Bearer',
    app_id: 'APP-80W284485P519543T',
    expires_in: seconds,
    nonce: `${new Date().toISOString().slice(0, 19)}Z${salt}`,
  }
}

function checkClient(world: PaypalWorld, header: string | undefined): void {
  const given = header?.startsWith('Basic ') ? Buffer.from(header.slice(6), 'base64').toString() : ''
  const [id = '', secret = ''] = given.split(':')
  const { clientId, clientSecret } = world.options.paypal
  const known =
    id !== '' &&
    secret !== '' &&
    (clientId === '' || id === clientId) &&
    (clientSecret === '' || secret === clientSecret)
  if (known) return
  throw new PaypalFailure(401, {
    error: 'invalid_client',
    error_description: 'Client Authentication failed',
  })
}

/** A token says itself until when it holds, so it outlives a restart and a reset as PayPal's do. */
function sealOf(world: PaypalWorld, expiry: string, salt: string): string {
  const key = `sandbox ${world.options.paypal.clientSecret}`
  return createHmac('sha256', key).update(`${expiry}.${salt}`).digest('base64url')
}

/** Checks the bearer of a call and returns it. @throws 401 */
export function checkToken(world: PaypalWorld, header: string | undefined): string {
  if (!header?.startsWith('Bearer ')) throw failure(401)
  const token = header.slice(7).trim()
  const [expiry = '', salt = '', seal = ''] = token.replace(/^A21AA/, '').split('.')
  const wanted = Buffer.from(sealOf(world, expiry, salt))
  const given = Buffer.from(seal)
  const own = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!own) throw invalidToken('Token signature verification failed')
  const ended = Number.parseInt(expiry, 36) <= Date.now() || world.endedTokens.has(token)
  if (ended) throw invalidToken('The token passed in has expired')
  return token
}

export function invalidToken(description: string): PaypalFailure {
  return new PaypalFailure(401, { error: 'invalid_token', error_description: description })
}
