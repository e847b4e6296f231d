/** What the provider said of a message it took, or why it did not take it. */
export type SendOutcome =
  | { kind: 'accepted'; providerId: string }
  /** It will never be delivered to this recipient: `opted-out`, `invalid-recipient` or the provider's own code; `isAddressDead` where that goes for any other letter, too. */
  | { kind: 'refused'; reason: string; isAddressDead?: boolean }
  /** It was certainly not taken, and may be tried again. */
  | { kind: 'retry'; reason: string; afterSeconds?: number }

export interface Mail {
  to: string
  /** Whose name stands before our own address as the sender; the platform's unless given. */
  fromName?: string
  replyTo?: string
  subject: string
  text: string
  html: string | null
  headers?: Readonly<Record<string, string>>
  /** Ours, for the Message-ID: the same message has the same one, and no other message of any database has it. */
  reference: string
  /** Names the letter in the address that bounces of it come back to; lower-case letters, digits and hyphens. */
  bounceToken?: string
}

export interface Sms {
  /** E.164. */
  to: string
  text: string
  /** Where the provider reports on it. */
  statusCallbackUrl?: string
  /** Seconds after which an unsent message is given up. */
  validitySeconds?: number
}

/** Sends e-mail. @throws OutcomeUnknownError when it can't be known whether the message was taken. */
export interface Mailer {
  sendMail(mail: Mail): Promise<SendOutcome>
}

/** Sends SMS. @throws OutcomeUnknownError when it can't be known whether the message was taken. */
export interface SmsSender {
  sendSms(sms: Sms): Promise<SendOutcome>
  /**
   * Messages that the provider took for this number with this very text, or with any for null, since an instant, newest
   * first: how a send whose answer was lost is looked up. @throws Error when the provider does not answer.
   */
  findSent(sms: Pick<Sms, 'to'> & { text: string | null; since: Date }): Promise<SmsStatus[]>
  /** How far a message has come; null where the provider has no such message. @throws Error when it does not answer. */
  findStatus(providerId: string): Promise<SmsStatus | null>
}

/** How far the provider says a message has come. */
export interface SmsStatus {
  providerId: string
  /** `returned`: it reached nobody, for a reason that passes by itself, so that another attempt may reach them. */
  state: 'accepted' | 'delivered' | 'undeliverable' | 'returned'
  /** Why it is undeliverable or returned: `opted-out`, `invalid-recipient`, `quiet-hours` or the provider's own code. */
  reason: string | null
}
