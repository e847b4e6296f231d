import type { ProviderCheck } from '../../platform/provider-check.ts'
import { openTwilio, type TwilioOptions } from './client.ts'

/**
 * Shows by two reading calls whether Twilio accepts the API key, which sends, and the auth token, which signs the reports,
 * and whether the account has the messaging service. Never rejects.
 */
export async function checkTwilioAccount(options: TwilioOptions): Promise<ProviderCheck> {
  const { accountSid, authToken, messagingServiceSid } = options
  const byKey = await openTwilio(options)()
  // A standard API key may not read accounts, and no API key signs.
  const byToken = await openTwilio({ ...options, keySid: accountSid, keySecret: authToken })()
  const [service, account] = await Promise.all([
    statusOf(byKey.messaging.v1.services(messagingServiceSid).fetch()),
    statusOf(byToken.api.v2010.accounts(accountSid).fetch()),
  ])
  const problem =
    problemOf(service, 'TWILIO_API_KEY_SID, TWILIO_API_KEY_SECRET: Twilio does not accept this key') ??
    (service.status === 404
      ? 'TWILIO_MESSAGING_SERVICE_SID: the account has no such messaging service'
      : problemOf(account, 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: Twilio does not accept this token'))
  if (problem) return { kind: 'refused', problem }
  const open = [service, account].find(({ status }) => status !== 200)
  return open
    ? { kind: 'unknown', reason: `did not say whether it accepts the keys: ${open.reason}` }
    : { kind: 'works' }
}

interface Answer {
  /** Of HTTP; null without an answer. */
  status: number | null
  reason: string
}

async function statusOf(call: Promise<unknown>): Promise<Answer> {
  try {
    await call
    return { status: 200, reason: '' }
  } catch (error) {
    const { status, message } = error as Error & { status?: number }
    return { status: status ?? null, reason: message }
  }
}

function problemOf({ status }: Answer, problem: string): string | null {
  return status === 401 ? problem : null
}
