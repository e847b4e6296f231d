import type { Job } from '../../platform/jobs.ts'
import { type MessageSenders, messageLane } from './send-messages.ts'

/** Sends queued messages, each lane by itself. */
export function messageJobs(senders: MessageSenders): Job[] {
  return [messageLane(senders, 'sms'), messageLane(senders, 'code-mail'), messageLane(senders, 'mail')]
}
