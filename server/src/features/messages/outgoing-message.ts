/** A single message about an account: a code, a receipt, a notice. (Sunbursts are deliveries, not this.) */
export interface OutgoingMessage {
  tenantId: number | null
  channel: 'sms' | 'email'
  /** An e-mail address, or a number in E.164. */
  recipient: string
  subject: string
  /** Paragraphs of plain text; an SMS is sent as their one line. */
  paragraphs: readonly string[]
  /** Shown large in the e-mail: a code, an amount. */
  figure?: string
  /** Whose letter it is. */
  companyName: string
  /** For a code: how long it can be used. After that nobody sends it; before, it stands behind no receipt. */
  codeLifeSeconds?: number
  /** For what is not a code and soon worthless: for how long it is tried. */
  lifeSeconds?: number
  /**
   * When that began which it tells of, e.g. the purchase of a receipt; now, unless given. Of what began before the database
   * was restored it may have told already: it is held for a person then.
   */
  since?: Date
}

/**
 * Names a letter in its Message-ID: the same letter, tried again, has the same name. Numbers alone begin anew in another
 * database, and repeat after a restore; together with the millisecond of its making they do not.
 */
export function referenceOf(
  kind: 'delivery' | 'message',
  { id, createdAt }: { id: number; createdAt: Date },
): string {
  return `${kind}-${id}-${createdAt.getTime().toString(36)}`
}
