import { PassThrough, pipeline, type Readable } from 'node:stream'
import type { SendMailOptions, SMTPPoolOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { Mail, Mailer } from '../../features/messages/ports.ts'
import { assertOutsideTransaction } from '../../platform/database.ts'
import { outcomeOfError } from './outcomes.ts'
import { mayStayPlain } from './plaintext.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with credentials where the server wants them. */
  url: string
  /** `Name <address>` of letters that name no sender of their own. */
  from: string
  /** Log in and hand over letters in clear where the server offers no encryption. On this machine that is so anyway. */
  allowPlaintext?: boolean
  /** What we call ourselves to the server (EHLO); some refuse an address in brackets. */
  helloName?: string | undefined
  /**
   * Where letters that cannot be delivered go back to; each under an address of its own, `bounces+<token>@…`. The sender's
   * own address unless given.
   */
  bounceAddress?: string | undefined
  /** Wait for each answer of the server, in milliseconds. */
  timeoutMs?: number
}

const defaultTimeoutMs = 15_000
const connectTimeoutMs = 5_000
/** A connection that has nothing to do for so long takes its leave, well before a host hangs up on it. */
const idleTimeoutMs = 5_000
/** Letters of one connection: a host that balances its load sees a new one now and then. */
const lettersOfConnection = 100

/**
 * E-mail by SMTP. A connection that has handed over one letter hands over the next; there are as many of them as letters
 * in hand, so that none waits for another. Nothing is tried again behind our back: what a connection had that was lost is
 * what its letter is told. With `smtp://` the connection is encrypted by STARTTLS before anything else is said, or given up.
 */
export function createSmtpMailer(options: SmtpOptions): Mailer & { close(): void } {
  const { url, from, allowPlaintext = false, timeoutMs = defaultTimeoutMs } = options
  const sender = addressparser(from, { flatten: true })[0]
  if (!sender?.address) throw new Error(`MAIL_FROM is not an address: ${from}`)
  if (!URL.canParse(url))
    throw new Error('SMTP_URL is not an address such as smtps://user:password@mail.example')
  const greetingTimeoutMs = Math.min(connectTimeoutMs, timeoutMs / 2)
  const transportOptions = {
    url,
    ...(options.helloName ? { name: options.helloName } : {}),
    connectionTimeout: greetingTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: timeoutMs,
    requireTLS: !allowPlaintext && !mayStayPlain(url),
    disableFileAccess: true,
    disableUrlAccess: true,
    pool: true,
    maxConnections: Number.POSITIVE_INFINITY,
    maxMessages: lettersOfConnection,
    maxRequeues: 0,
    idleTimeout: Math.min(idleTimeoutMs, timeoutMs),
  } as const
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    async sendMail(mail) {
      assertOutsideTransaction('SMTP')
      // Opened when the first letter leaves: what serves pages alone sends none.
      opened ??= openTransport(transportOptions)
      const transport = await opened
      let letterBegan = false
      const whenItFlows = () => {
        letterBegan = true
      }
      const letter: Letter = { ...toLetter(mail, sender, options.bounceAddress), whenItFlows }
      try {
        const { messageId } = await transport.sendMail(letter)
        return { kind: 'accepted', providerId: messageId }
      } catch (error) {
        if (!(error instanceof Error)) throw error
        return outcomeOfError(error, letterBegan)
      }
    },
    close() {
      void opened?.then((transport) => transport.close())
    },
  }
}

interface Letter extends SendMailOptions {
  whenItFlows: () => void
}

async function openTransport(options: SMTPPoolOptions & { pool: true }) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(options)
  transport.use('stream', ({ data, message }, done) => {
    message?.processFunc((letter) => onceItFlows(letter, Reflect.get(data, 'whenItFlows')))
    done()
  })
  return transport
}

/**
 * Tells when a letter begins to flow to the server. It does so once the server has taken sender and recipient and has
 * said that it waits for the letter (354); before, the server has nothing of it, whatever else went wrong.
 */
function onceItFlows(letter: Readable, tell: () => void): Readable {
  const watched = new PassThrough()
  watched.once('resume', tell)
  return pipeline(letter, watched, () => undefined)
}

/** Values that become headers are kept on one line, whoever wrote them. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, ' ')
}

function toLetter(mail: Mail, sender: { name: string; address: string }, bounceAddress: string | undefined) {
  // Not as a text, which would be read as a list of recipients.
  const to = { name: '', address: mail.to }
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const headers = Object.entries(mail.headers ?? {}).map(([key, value]) => ({ key, value: oneLine(value) }))
  return {
    from: { name: oneLine(mail.fromName ?? sender.name), address: sender.address },
    to,
    ...(mail.replyTo ? { replyTo: { name: '', address: oneLine(mail.replyTo) } } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    messageId: `<${mail.reference}@${domain}>`,
    headers,
    ...(bounceAddress ? { envelope: { from: returnPath(bounceAddress, mail.bounceToken), to } } : {}),
  }
}

/** The address that a bounce of this letter comes back to, by which it is known which letter it was. */
function returnPath(bounceAddress: string, token: string | undefined): string {
  return token ? bounceAddress.replace('@', `+${token}@`) : bounceAddress
}
