import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Faults } from '../faults/faults.ts'
import type { SandboxOptions } from '../options.ts'
import type { Inbox } from '../state/inbox.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import { writeReport } from './bounce.ts'
import { comesBackLater, judgeRecipient } from './mailbox.ts'
import { makeSenderCheck, type SmtpRules } from './rules.ts'

const largestMail = 15 * 1024 * 1024

/** What the mail host works with. */
export type SmtpWorld = {
  inbox: Inbox
  faults: Faults
  deliveries: Deliveries
  options: SandboxOptions
  rules: SmtpRules
}

/**
 * The mail host: takes everything without log-in until its rules are switched on, delivers into the inbox, refuses what
 * the faults say, and brings back what its addresses for trouble are for.
 */
export function makeSmtpServer(world: SmtpWorld): SMTPServer {
  const { faults, rules } = world
  const judgeSender = makeSenderCheck(rules)
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    onAuth: (auth, _session, done) => {
      const isRight = rules.user === '' || (auth.username === rules.user && auth.password === rules.password)
      if (isRight) return done(null, { user: auth.username ?? 'anyone' })
      done(smtpError(535, '5.7.8 Authentication credentials invalid'))
    },
    onMailFrom: ({ address }, session, done) => {
      const refusal = judgeSender(address, session)
      done(refusal ? smtpError(refusal.responseCode, refusal.message) : null)
    },
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: largestMail,
    logger: false,
    closeTimeout: 500,
    onRcptTo: (address, _session, done) => {
      const verdict = judgeRecipient(address.address)
      if (!verdict.ok) return done(smtpError(verdict.responseCode, verdict.message))
      const decline = faults.strikeDecline('smtp', address.address)
      if (decline) return done(smtpError(Number(decline.code) || 550, '5.1.1 Refused by a sandbox fault'))
      done()
    },
    onData: (stream, session, done) => {
      receive(world, stream, session).then(
        (end) => {
          if (end === 'reset') sockets.get(session.remotePort)?.resetAndDestroy()
          if (end === 'answered') done()
        },
        (error: Error) => done(error),
      )
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    if (remotePort === undefined) return
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  return server
}

async function receive(
  world: SmtpWorld,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<'answered' | 'silent' | 'reset'> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw smtpError(552, '5.3.4 Message size exceeds fixed limit')
  const recipients = session.envelope.rcptTo.map(({ address }) => address)
  const struck = world.faults.strike('smtp', 'POST', recipients.join(' '))
  const latency = struck.find((fault) => fault.kind === 'latency')
  if (latency) await sleep(latency.latencyMs)
  const kind = struck.find((fault) => fault.kind !== 'latency')?.kind
  // A mail host that answers 4xx has not taken the mail (RFC 5321, 4.2.1): an error is never an error after success.
  if (kind === undefined || kind === 'timeout_after_success' || kind === 'reset_after_success') {
    await deliver(world, Buffer.concat(chunks), recipients, session)
  }
  if (kind === undefined) return 'answered'
  if (kind.startsWith('timeout')) return 'silent'
  if (kind.startsWith('reset')) return 'reset'
  throw smtpError(451, '4.3.0 Failed by a sandbox fault')
}

async function deliver(
  world: SmtpWorld,
  raw: Buffer,
  recipients: string[],
  session: SMTPServerSession,
): Promise<void> {
  const mail = await PostalMime.parse(raw)
  const headers: Record<string, string> = {}
  for (const { originalKey, value } of mail.headers) {
    headers[originalKey] = headers[originalKey] === undefined ? value : `${headers[originalKey]}\n${value}`
  }
  const sender = session.envelope.mailFrom
  for (const to of recipients) {
    if (comesBackLater(to)) {
      sendBack(world, raw, to, sender ? sender.address : '')
      continue
    }
    world.inbox.add({
      channel: 'email',
      direction: 'out',
      to,
      from: mail.from?.address || (sender ? sender.address : ''),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? null,
      headers,
    })
  }
}

/** Without a return path nobody is told. */
function sendBack(
  { deliveries, options }: SmtpWorld,
  raw: Buffer,
  recipient: string,
  returnPath: string,
): void {
  if (returnPath === '' || options.mail.bounceUrl === '') return
  const [header = ''] = raw.toString('latin1').split('\r\n\r\n', 1)
  deliveries.enqueue({
    provider: 'smtp',
    subject: recipient,
    label: 'letter returned',
    url: options.mail.bounceUrl,
    body: writeReport({ returnPath, recipient, header }),
    maxAttempts: 20,
  })
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
