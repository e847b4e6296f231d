import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { renderMail } from './mail-layout.ts'

export const sendMessagesJob = 'send-messages'

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
}

/** Puts a message into the outbox; it leaves once the transaction has committed. */
export async function queueMessage(tx: Tx, message: OutgoingMessage): Promise<void> {
  const mail = message.channel === 'email' ? renderMail(message) : null
  await tx
    .insertInto('outboxMessages')
    .values({
      tenantId: message.tenantId,
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject.replace(/[\r\n]+/g, ' '),
      text: mail?.text ?? message.paragraphs.join(' '),
      html: mail?.html ?? null,
    })
    .execute()
  await wakeJob(tx, sendMessagesJob)
}
