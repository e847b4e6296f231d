import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

const fixture = (name: string) => readFileSync(new URL(`fixtures/mail-host/${name}`, import.meta.url), 'utf8')

/** Certificates of their own making, for nothing but tests; both have the same key. */
export const certificates = { localhost: fixture('localhost.pem'), mailExample: fixture('mail-example.pem') }
const key = fixture('key.pem')

export interface MailHost {
  port: number
  /** Whom each letter that was handed over was for, in order. */
  handedOver: string[]
  /** Log-ins that were tried, as `user:password`. */
  logIns: string[]
  /** Letters that are there and not yet answered. */
  hanging(): number
  /** Answers the letters that hang, and from now on each at once. */
  release(): void
  close(): Promise<void>
}

interface Options extends SMTPServerOptions {
  certificate?: string
  /** Takes letters to these recipients and says nothing until it is released. */
  hangsAt?: (recipient: string) => boolean
}

/** A real mail host on loopback, for what the sandbox's does not do: encryption, log-in, hanging as long as one likes. */
export async function startMailHost({
  certificate,
  hangsAt = () => false,
  ...options
}: Options = {}): Promise<MailHost> {
  const handedOver: string[] = []
  const logIns: string[] = []
  const waiting: (() => void)[] = []
  let isReleased = false
  const server = new SMTPServer({
    ...(certificate ? { cert: certificate, key } : { disabledCommands: ['STARTTLS'] }),
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      logIns.push(`${auth.username}:${auth.password}`)
      done(null, { user: auth.username })
    },
    onData(stream, session, done) {
      text(stream).then(() => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        handedOver.push(...recipients)
        if (!isReleased && recipients.some(hangsAt)) waiting.push(done)
        else done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const release = () => {
    isReleased = true
    for (const answer of waiting.splice(0)) answer()
  }
  return {
    port: (server.server.address() as AddressInfo).port,
    handedOver,
    logIns,
    hanging: () => waiting.length,
    release,
    async close() {
      release()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
