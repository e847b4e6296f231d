import type { SmsStatus } from '../messages/index.ts'

/** A callback of the SMS provider as it arrived. */
export interface SignedForm {
  /** The address the provider called, query included, as far as we are told: path and query. */
  pathAndQuery: string
  signature: string | undefined
  fields: Readonly<Record<string, string>>
}

/** A reply from a phone. */
export interface InboundSms {
  /** E.164. */
  from: string
  /** What was written, as it was written. */
  text: string
  /** What the provider took it for: it has acted on that and answered the phone. Null where it did neither. */
  handledAs: ReplyWish | null
}

/** What a reply asks for. */
export type ReplyWish = 'stop' | 'start' | 'help'

/** Reads the provider's callbacks; null means that the signature is not the provider's. */
export interface SmsCallbacks {
  readStatus(form: SignedForm): Promise<SmsStatus | null>
  readInbound(form: SignedForm): Promise<InboundSms | null>
}

/** A letter that came to the return path of another. */
export interface ReturnedMail {
  /** In lower case; the return path, which names the letter that came back or is complained of, is among them. */
  addressedTo: readonly string[]
  /** Why a recipient was not reached and never will be, by RFC 3463, e.g. `5.1.1`; null where it tells of no such failure. */
  failedStatus: string | null
  /** Whether that address takes no other letter either. */
  isAddressDead: boolean
  /** What a recipient called the letter, by RFC 5965, e.g. `abuse`; null where it is no complaint. */
  complaint: string | null
}

/** Reads letters that come back; null for what is no letter. */
export interface MailReturns {
  read(raw: Buffer): Promise<ReturnedMail | null>
}
