import type { Job } from '../../platform/jobs.ts'
import { sendMessagesJob } from './queue-message.ts'
import { type MessageSenders, sendMessages } from './send-messages.ts'

export { escapeHtml, renderMail } from './mail-layout.ts'
export type { Mail, Mailer, SendOutcome, Sms, SmsSender, SmsStatus } from './ports.ts'
export { type OutgoingMessage, queueMessage } from './queue-message.ts'

/** Sends queued messages. */
export function messageJobs(senders: MessageSenders): Job[] {
  return [{ name: sendMessagesJob, everySeconds: 5, run: () => sendMessages(senders) }]
}
