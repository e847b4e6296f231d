import { randomUUID } from 'node:crypto'
import type { Sign } from '../webhooks/send-queue.ts'

/** Shows the product that it is the mail host who brings a letter back. */
export function bringBack(secret: () => string): Sign {
  return async () => ({ 'content-type': 'message/rfc822', authorization: `Bearer ${secret()}` })
}

/** A letter that was taken and could not be delivered. */
export type Failed = {
  /** Where it goes back to. */
  returnPath: string
  recipient: string
  /** The header of the letter, as it was. */
  header: string
}

/** What a mail host sends to the return path (RFC 3464): a word to a person, one to a program, and the letter's header. */
export function writeReport({ returnPath, recipient, header }: Failed): string {
  const boundary = randomUUID()
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mail.sandbox.example>',
    `To: ${returnPath}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${randomUUID()}@mail.sandbox.example>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Your message to ${recipient} could not be delivered: the account does not exist.`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.sandbox.example',
    `Arrival-Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Remote-MTA: dns; mx.example.com',
    'Diagnostic-Code: smtp; 550 5.1.1 The email account that you tried',
    '    to reach does not exist',
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    header,
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
