import { createServer } from 'node:net'
import tls from 'node:tls'
import { describe, expect, test } from 'vitest'
import { certificates, type MailHost, startMailHost } from '../../../test/mail-host.ts'
import type { Mail, SendOutcome } from '../../features/messages/ports.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { createSmtpMailer } from './mailer.ts'
import { mayStayPlain } from './plaintext.ts'

const mail: Mail = {
  to: 'stella@aurora.example',
  subject: 'Half the list',
  text: 'Cross out half of the list.',
  html: null,
  reference: 'delivery-7',
}

type Mailing = Partial<Parameters<typeof createSmtpMailer>[0]>

/** What a host answers to one letter, and the host, which is closed by then. */
async function sendTo(
  options: Parameters<typeof startMailHost>[0],
  urlOf: (port: number) => string,
  mailing: Mailing = {},
): Promise<{ outcome: SendOutcome; host: MailHost }> {
  const host = await startMailHost(options)
  try {
    const from = 'Almanac <almanac@post.example>'
    const mailer = createSmtpMailer({ url: urlOf(host.port), from, timeoutMs: 2_000, ...mailing })
    return { outcome: await mailer.sendMail(mail), host }
  } finally {
    await host.close()
  }
}

/** Trusts a certificate as one of a known authority is trusted, while `work` runs. */
async function trusting<Result>(certificate: string, work: () => Promise<Result>): Promise<Result> {
  const usual = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...usual, certificate])
  try {
    return await work()
  } finally {
    tls.setDefaultCACertificates(usual)
  }
}

const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

describe('a failure of the encryption handed nothing over, so that the letter is tried again', () => {
  test.each([
    ['a certificate that nobody vouches for, at smtps', certificates.localhost, {}, 'smtps', /self.signed/],
    ['a certificate that nobody vouches for, at STARTTLS', certificates.localhost, {}, 'smtp', /self.signed/],
    ['a version too old, at smtps', certificates.localhost, old, 'smtps', /protocol version|EPROTO|alert/i],
    ['a version too old, at STARTTLS', certificates.localhost, old, 'smtp', /protocol version|EPROTO|alert/i],
  ])('%s', async (_name, certificate, version, protocol, reason) => {
    const secure = protocol === 'smtps'
    const { outcome, host } = await sendTo(
      { certificate, secure, ...version },
      (port) => `${protocol}://localhost:${port}`,
    )
    expect(outcome).toEqual({ kind: 'retry', reason: expect.stringMatching(reason) })
    expect(host.handedOver).toEqual([])
  })

  test.each(['smtps', 'smtp'])("another host's certificate, at %s", async (protocol) => {
    const { outcome, host } = await trusting(certificates.mailExample, () =>
      sendTo(
        { certificate: certificates.mailExample, secure: protocol === 'smtps' },
        (port) => `${protocol}://localhost:${port}`,
      ),
    )
    expect(outcome).toEqual({
      kind: 'retry',
      reason: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    })
    expect(host.handedOver).toEqual([])
  })

  test('a host that speaks in clear where encryption is expected', async () => {
    const { outcome } = await sendTo({}, (port) => `smtps://localhost:${port}`)
    expect(outcome).toEqual({ kind: 'retry', reason: expect.stringContaining('ERR_SSL_') })
  })

  test('and with a certificate that holds the letter arrives', async () => {
    const { outcome, host } = await trusting(certificates.localhost, () =>
      sendTo({ certificate: certificates.localhost, secure: true }, (port) => `smtps://localhost:${port}`),
    )
    expect(outcome.kind).toBe('accepted')
    expect(host.handedOver).toEqual([mail.to])
  })
})

describe('a connection that is lost', () => {
  /** Speaks SMTP until the client says a word, and then hangs up. */
  async function hangUpAt(word: string): Promise<SendOutcome> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 mail.example\r\n')
      socket.on('data', (chunk) => {
        const line = chunk.toString()
        if (line.startsWith(word)) socket.resetAndDestroy()
        else if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n')
        else if (line.startsWith('AUTH')) socket.write('235 2.7.0 Welcome\r\n')
        else if (line.startsWith('DATA')) socket.write('354 Go on\r\n')
        else socket.write('250 2.1.0 Fine\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = address && typeof address === 'object' ? address.port : 0
    try {
      const url = `smtp://aurora:secret@127.0.0.1:${port}`
      return await createSmtpMailer({ url, from: 'almanac@post.example', timeoutMs: 2_000 }).sendMail(mail)
    } finally {
      server.close()
    }
  }

  test.each(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'])('at %s handed nothing over', async (word) => {
    expect(await hangUpAt(word)).toMatchObject({ kind: 'retry' })
  })

  test('within the letter leaves its outcome unknown', async () => {
    await expect(hangUpAt('From:')).rejects.toBeInstanceOf(OutcomeUnknownError)
  })
})

describe('in clear', () => {
  // This address leads to the same machine, and does not say so.
  const elsewhere = (port: number) => `smtp://aurora:secret@0.0.0.0:${port}`
  const withoutEncryption = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }

  test('neither password nor letter goes to another machine, and the reason says why', async () => {
    const { outcome, host } = await sendTo(withoutEncryption, elsewhere)
    expect(outcome).toEqual({
      kind: 'retry',
      reason: expect.stringContaining(
        'the mail host offers no encryption (STARTTLS), and nothing is sent in clear',
      ),
    })
    expect([host.handedOver, host.logIns]).toEqual([[], []])
  })

  test('both go where SMTP_ALLOW_PLAINTEXT says so', async () => {
    const { outcome, host } = await sendTo(withoutEncryption, elsewhere, { allowPlaintext: true })
    expect(outcome.kind).toBe('accepted')
    expect([host.handedOver, host.logIns]).toEqual([[mail.to], ['aurora:secret']])
  })

  test.each([
    ['smtp://localhost:25', true],
    ['smtp://user:password@127.0.0.1:2525', true],
    ['smtp://127.8.9.1', true],
    ['smtp://[::1]:25', true],
    ['smtp://mail.example', false],
    ['smtp://localhost.mail.example', false],
    ['smtp://127.0.0.1.mail.example', false],
    ['smtp://10.0.0.1', false],
  ])('%s may stay plain: %s', (url, may) => {
    expect(mayStayPlain(url)).toBe(may)
  })
})
