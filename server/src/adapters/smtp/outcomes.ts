import type { SendOutcome } from '../../features/messages/ports.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { isOfDeadAddress } from './dead-address.ts'

const closingDown = 421

/** What nodemailer tells of a failure; `originalCode` is that of the socket or of the encryption. */
interface SmtpError extends Error {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  permanent?: boolean
  /** The server's whole answer. */
  response?: string
}

/**
 * What a relay answers at the recipient when it is us it does not serve: not logged in, a sender that is not ours, a
 * contract that has ended. RFC 3463 has x.7.x for it; not every host says its number.
 */
const refusesUs =
  /^5\d\d[ -]5\.7\.\d|relay|not (permitted|allowed|authorized)|authenticat|sender (address )?(rejected|denied)/i
/** What a host answers to a letter that fails its checks of our DKIM, SPF, DMARC or reverse DNS (RFC 7372, RFC 8617). */
const failsOurProof = /^5\d\d[ -]5\.7\.(2[0-9])\b/
/** What the same numbers say where it is this letter's recipient after all. */
const refusesRecipient = /user unknown|no such user|does not exist|mailbox|recipient (address )?rejected/i

/**
 * What a failed send means, by the server's answer (RFC 5321: 5yz is final, 4yz passes) and by how far the session had
 * come. `letterBegan`: the server had asked for the letter and its bytes had begun to flow. Until then it has nothing of
 * it: no connection, no certificate that can be trusted, no log-in, an answer that never came.
 * A relay that refuses to serve us is tried again, since what is wrong is set right by an operator.
 * @throws OutcomeUnknownError where the connection was lost while the server may have had the whole letter.
 */
export function outcomeOfError(error: SmtpError, letterBegan: boolean): SendOutcome {
  const { code, command, responseCode } = error
  const isAnswerToLetter = code === 'EMESSAGE' && responseCode !== undefined
  if (isAnswerToLetter && responseCode === closingDown) throw unknown(error)
  if (code === 'EENVELOPE' && responseCode === undefined)
    return { kind: 'refused', reason: 'invalid-recipient' }
  if (isAnswerToLetter || command === 'RCPT TO') {
    const reason = `smtp-${responseCode}`
    if (!error.permanent) return { kind: 'retry', reason }
    const isRecipient = command === 'RCPT TO'
    if (isRecipient ? isAboutUs(error) : failsOurProof.test(error.response ?? ''))
      return { kind: 'retry', reason: reasonOf(error) }
    const refusal = isRecipient ? 'invalid-recipient' : reason
    return { kind: 'refused', reason: refusal, ...(isDead(error) && { isAddressDead: true }) }
  }
  if (letterBegan) throw unknown(error)
  return { kind: 'retry', reason: reasonOf(error) }
}

/** Whether the server refuses us, and would refuse every other recipient too: that is not this one's doing. */
function isAboutUs({ response = '' }: SmtpError): boolean {
  return refusesUs.test(response) && !refusesRecipient.test(response)
}

/** Whether no other letter will be taken for this recipient either, by the server's own number for it. */
function isDead({ response = '' }: SmtpError): boolean {
  return isOfDeadAddress(/^5\d\d[ -](5\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? '')
}

/** What an operator can act on: which step failed, and the words of the server or of the encryption. */
function reasonOf({ code, originalCode, command, responseCode, message }: SmtpError): string {
  if (command === 'STARTTLS' && responseCode !== undefined) {
    return `smtp-plaintext: the mail host offers no encryption (STARTTLS), and nothing is sent in clear (${message})`
  }
  if (code === 'ETLS') return `smtp-tls: ${message}`
  if (responseCode !== undefined) return `smtp-${responseCode}: ${message}`
  return originalCode ? `${originalCode}: ${message}` : message
}

function unknown(error: Error): OutcomeUnknownError {
  return new OutcomeUnknownError(`SMTP: ${error.message}`, { cause: error })
}
