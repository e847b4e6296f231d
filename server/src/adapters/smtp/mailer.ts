import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { Mail, Mailer } from '../../features/messages/ports.ts'
import { assertOutsideTransaction } from '../../platform/database.ts'
import { outcomeOfError } from './outcomes.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with credentials where the server wants them. */
  url: string
  /** `Name <address>` of letters that name no sender of their own. */
  from: string
  /** Wait for each answer of the server, in milliseconds. */
  timeoutMs?: number
}

const defaultTimeoutMs = 15_000
const connectTimeoutMs = 5_000

/** E-mail by SMTP, each letter on a connection of its own, so that none is handed over twice behind our back. */
export function createSmtpMailer({ url, from, timeoutMs = defaultTimeoutMs }: SmtpOptions): Mailer {
  const sender = addressparser(from, { flatten: true })[0]
  if (!sender?.address) throw new Error(`MAIL_FROM is not an address: ${from}`)
  // Shorter than a silence within the session, so that a server that never greets is known to have taken nothing.
  const greetingTimeoutMs = Math.min(connectTimeoutMs, timeoutMs / 2)
  const transport = createTransport({
    url,
    connectionTimeout: greetingTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async sendMail(mail) {
      assertOutsideTransaction('SMTP')
      try {
        const { messageId } = await transport.sendMail(toLetter(mail, sender))
        return { kind: 'accepted', providerId: messageId }
      } catch (error) {
        if (!(error instanceof Error)) throw error
        return outcomeOfError(error)
      }
    },
  }
}

/** Values that become headers are kept on one line, whoever wrote them. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ')
}

function toLetter(mail: Mail, sender: { name: string; address: string }) {
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const headers = Object.entries(mail.headers ?? {}).map(([key, value]) => ({ key, value: oneLine(value) }))
  return {
    from: { name: oneLine(mail.fromName ?? sender.name), address: sender.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: '', address: oneLine(mail.replyTo) } } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    messageId: `<${mail.reference}@${domain}>`,
    headers,
  }
}
