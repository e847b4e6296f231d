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
  /** What the reply asks for, where it is nothing but a keyword; the provider has answered it already. */
  keyword: 'stop' | 'start' | 'help' | null
}

/** Reads the provider's callbacks; null means that the signature is not the provider's. */
export interface SmsCallbacks {
  readStatus(form: SignedForm): Promise<SmsStatus | null>
  readInbound(form: SignedForm): Promise<InboundSms | null>
}
