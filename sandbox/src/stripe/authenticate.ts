import type { IncomingHttpHeaders } from 'node:http'
import type { SandboxOptions } from '../options.ts'
import { StripeFailure } from './errors.ts'
import { apiVersion } from './events.ts'

/** Checks key and version. @throws 401 for a bad key, 400 for another API version */
export function authenticate(
  headers: IncomingHttpHeaders,
  options: SandboxOptions,
  takesPublishable: boolean,
): 'secret' | 'publishable' {
  const key = readKey(headers.authorization)
  const kind = kindOf(key, options)
  if (kind === 'publishable' && !takesPublishable) {
    throw unauthorised(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    )
  }
  const version = headers['stripe-version']
  if (version !== undefined && version !== apiVersion) {
    throw new StripeFailure(
      400,
      {
        type: 'invalid_request_error',
        message: `Invalid Stripe API version: ${String(version)}. The sandbox speaks ${apiVersion} only.`,
      },
      true,
    )
  }
  return kind
}

function readKey(header: string | undefined): string {
  if (header?.startsWith('Bearer ')) return header.slice(7).trim()
  if (header?.startsWith('Basic ')) {
    return Buffer.from(header.slice(6), 'base64').toString().split(':')[0] ?? ''
  }
  throw unauthorised(
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  )
}

function kindOf(key: string, options: SandboxOptions): 'secret' | 'publishable' {
  const { secretKey, publishableKey } = options.stripe
  if (key.startsWith('sk_test_') && (secretKey === '' || key === secretKey)) return 'secret'
  if (key.startsWith('pk_test_') && (publishableKey === '' || key === publishableKey)) return 'publishable'
  const shown = key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}` : '****'
  throw unauthorised(`Invalid API Key provided: ${shown}`)
}

/** Of a key that was rolled at the dashboard. */
export function keyExpired(): StripeFailure {
  return unauthorised('Expired API Key provided: sk_test_****', 'api_key_expired')
}

function unauthorised(message: string, code?: string): StripeFailure {
  return new StripeFailure(401, { type: 'invalid_request_error', message, ...(code && { code }) }, true)
}
