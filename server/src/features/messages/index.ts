import type { Job } from '../../platform/jobs.ts'
import { type MessageSenders, messageLane } from './send-messages.ts'

export { escapeHtml, renderMail } from './mail-layout.ts'
export type { OutgoingMessage } from './outgoing-message.ts'
export type { Mail, Mailer, SendOutcome, Sms, SmsSender, SmsStatus } from './ports.ts'
export { expireMessagesSql, queueMessage } from './queue-message.ts'

/** Sends queued messages, each lane by itself. */
export function messageJobs(senders: MessageSenders): Job[] {
  return [messageLane(senders, 'sms'), messageLane(senders, 'code-mail'), messageLane(senders, 'mail')]
}
