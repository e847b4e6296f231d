import { signBounce } from '../src/features/delivery/bounce-token.ts'
import { sandboxAccount } from '../src/sandbox-account.ts'
import type { TestApp } from './harness.ts'

/** The return path of a delivery's letter. */
export function returnPathOf(app: TestApp, deliveryId: number): string {
  return `bounces+${signBounce(app.deps.secrets, deliveryId)}@almanac.test`
}

/** Brings a letter to the return path's address, as the mail host does. */
export function bringMail(app: TestApp, payload: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${sandboxAccount.bounceSecret}`
  return app.client().send({
    method: 'POST',
    url: '/v1/webhooks/mail/bounce',
    headers: { 'content-type': 'message/rfc822', authorization, ...headers },
    payload,
  })
}

/** A report of a failure, by RFC 3464, with one block of fields. */
export function failureReport(to: string, block: string): string {
  return multipart({
    to,
    type: 'delivery-status',
    subject: 'Undelivered Mail Returned to Sender',
    parts: [
      ['text/plain', 'It did not work.'],
      ['message/delivery-status', 'Reporting-MTA: dns; mx.example.com', '', block],
    ],
  })
}

/** A complaint, by RFC 5965, with the head of the letter that it is about. */
export function complaintReport(to: string, fields: readonly string[], head: readonly string[]): string {
  return multipart({
    to,
    type: 'feedback-report',
    subject: 'Email Feedback Report',
    parts: [
      ['text/plain', 'This is an email abuse report.'],
      ['message/feedback-report', 'User-Agent: SomeLoop/1.0', 'Version: 1', ...fields],
      ['text/rfc822-headers', 'From: Almanac <hello@almanac.test>', ...head, 'Subject: Leo', ''],
    ],
  })
}

interface Report {
  to: string
  type: string
  subject: string
  /** The type of each, then its lines. */
  parts: readonly (readonly string[])[]
}

function multipart({ to, type, subject, parts }: Report): string {
  const boxes = parts.flatMap(([mimeType, ...lines]) => [
    '--b',
    `Content-Type: ${mimeType}`,
    '',
    ...lines,
    '',
  ])
  return [
    'From: MAILER-DAEMON@mx.example.com',
    `To: ${to}`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
    '',
    ...boxes,
    '--b--',
    '',
  ].join('\r\n')
}
