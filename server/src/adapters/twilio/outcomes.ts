import type { SendOutcome, SmsStatus } from '../../features/messages/ports.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'

/** Twilio's codes for a recipient that no message can reach (www.twilio.com/docs/api/errors). */
const invalidRecipientCodes = new Set([21211, 21214, 21217, 21265, 21421, 21612, 21614, 21635])
const optedOutCode = 21610
/** Not before 8 am or after 9 pm at the recipient's place. */
const quietHoursCode = 30610
/** Codes about the message itself: another attempt would get the same answer. */
const badMessageCodes = new Set([21602, 21605, 21617, 30007])

/**
 * Codes of reports on a message that was taken and reached nobody, for a reason that passes by itself: the recipient's quiet
 * hours, Twilio's queue being full, and the rate that carriers allow the campaign.
 */
const passingCodes = new Set([quietHoursCode, 30001, 30022])

const notConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])

function fieldOf(error: unknown, field: 'status' | 'code' | 'syscall'): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined
}

/** Twilio's own code of an error; 0 where it has none. */
export function codeOf(error: unknown): number {
  return Number(fieldOf(error, 'code')) || 0
}

/** What our words call an error code of Twilio. */
export function reasonOf(code: number): string {
  if (code === optedOutCode) return 'opted-out'
  if (code === quietHoursCode) return 'quiet-hours'
  return invalidRecipientCodes.has(code) ? 'invalid-recipient' : `twilio-${code}`
}

/**
 * What a failed send means. A refusal of our account or settings is not the recipient's doing and can be tried again.
 * @throws OutcomeUnknownError where Twilio may have taken the message: no answer, a broken connection, a 5xx.
 */
export function outcomeOfError(error: unknown): SendOutcome {
  const message = error instanceof Error ? error.message : String(error)
  const status = fieldOf(error, 'status')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const code = codeOf(error)
    const isFinal = code === optedOutCode || invalidRecipientCodes.has(code) || badMessageCodes.has(code)
    return isFinal
      ? { kind: 'refused', reason: reasonOf(code) }
      : { kind: 'retry', reason: code === quietHoursCode ? reasonOf(code) : `twilio-${code || status}` }
  }
  if (fieldOf(error, 'syscall') === 'connect' || notConnected.has(String(fieldOf(error, 'code')))) {
    return { kind: 'retry', reason: message }
  }
  throw new OutcomeUnknownError(`Twilio: ${message}`, { cause: error })
}

/** Whether Twilio answered that it has no such message. */
export function isMissing(error: unknown): boolean {
  return fieldOf(error, 'status') === 404
}

const undelivered = new Set(['undelivered', 'failed', 'canceled'])
const delivered = new Set(['delivered', 'read', 'partially_delivered'])

/** Twilio's status of a message in our words; `code` is its error code, if it has one. */
export function statusOf(providerId: string, status: string, code: number | null): SmsStatus {
  if (!undelivered.has(status)) {
    return { providerId, state: delivered.has(status) ? 'delivered' : 'accepted', reason: null }
  }
  const reason = code ? reasonOf(code) : `twilio-${status}`
  return { providerId, state: passingCodes.has(code ?? 0) ? 'returned' : 'undeliverable', reason }
}
