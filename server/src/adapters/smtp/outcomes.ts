import type { SendOutcome } from '../../features/messages/ports.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'

const notStarted = new Set([
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'ECONFIG',
  'EPROXY',
  'EREQUIRETLS',
])
const waitsBeforeSession = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])
const closingDown = 421

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  permanent?: boolean
  syscall?: string
  timeoutType?: string
}

/**
 * What a failed send means, by the server's answer (RFC 5321: 5yz is final, 4yz passes) and by how far the session had come.
 * @throws OutcomeUnknownError where the connection was lost while the server may have had the whole letter.
 */
export function outcomeOfError(error: SmtpError): SendOutcome {
  const { code, command, responseCode } = error
  if (responseCode !== undefined) {
    const isAfterLetter = code === 'EMESSAGE'
    if (responseCode === closingDown && isAfterLetter) throw unknown(error)
    const isOfLetter = isAfterLetter || command === 'RCPT TO'
    const reason = command === 'RCPT TO' ? 'invalid-recipient' : `smtp-${responseCode}`
    return error.permanent && isOfLetter
      ? { kind: 'refused', reason }
      : { kind: 'retry', reason: `smtp-${responseCode}` }
  }
  if (code === 'EENVELOPE') return { kind: 'refused', reason: 'invalid-recipient' }
  const isBeforeSession =
    notStarted.has(code ?? '') ||
    waitsBeforeSession.has(error.timeoutType ?? '') ||
    error.syscall === 'connect'
  if (isBeforeSession) return { kind: 'retry', reason: error.message }
  throw unknown(error)
}

function unknown(error: Error): OutcomeUnknownError {
  return new OutcomeUnknownError(`SMTP: ${error.message}`, { cause: error })
}
