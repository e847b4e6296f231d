import type { SMTPServerSession } from 'smtp-server'

/** What a mail host wants of who sends through it. Each is off until it is switched on. */
export type SmtpRules = {
  /** Who may log in, and must before sending. Empty: nobody has to. */
  user: string
  password: string
  /** Domains whose addresses may send. Empty: any. */
  senders: string[]
  /** Refuses who greets by anything but a full host name. */
  needsHostName: boolean
  /** Letters a minute; 0 for any number. */
  perMinute: number
}

export const noRules: SmtpRules = { user: '', password: '', senders: [], needsHostName: false, perMinute: 0 }

/** An answer that refuses. */
export type Refusal = { responseCode: number; message: string }

const minuteMs = 60_000

/** Judges each sender by the rules, as hosts do at MAIL FROM. Counts what it lets through. */
export function makeSenderCheck(rules: SmtpRules) {
  let taken: number[] = []
  return (
    address: string,
    session: Pick<SMTPServerSession, 'user' | 'hostNameAppearsAs'>,
  ): Refusal | null => {
    const hello = String(session.hostNameAppearsAs || '')
    if (rules.needsHostName && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(hello)) {
      return {
        responseCode: 504,
        message: `5.5.2 <${hello}>: Helo command rejected: need fully-qualified hostname`,
      }
    }
    if (rules.user !== '' && session.user !== rules.user) {
      return { responseCode: 530, message: '5.7.0 Authentication required' }
    }
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
    if (rules.senders.length > 0 && !rules.senders.includes(domain)) {
      return { responseCode: 553, message: `5.7.1 <${address}>: Sender address rejected: not owned by user` }
    }
    const now = Date.now()
    taken = taken.filter((at) => at > now - minuteMs)
    if (rules.perMinute > 0 && taken.length >= rules.perMinute) {
      return { responseCode: 450, message: '4.7.1 Error: too much mail, try again later' }
    }
    taken.push(now)
    return null
  }
}
