import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { startMailHost } from '../../../test/mail-host.ts'
import type { Mail, Mailer } from '../../features/messages/ports.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { helloNameOf } from './hello-name.ts'
import { createSmtpMailer } from './mailer.ts'
import { outcomeOfError } from './outcomes.ts'

let app: TestApp
let mailer: Mailer
/** The same, for what is never answered. */
let hastyMailer: Mailer

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  const host = {
    url: `smtp://127.0.0.1:${app.sandbox.smtpPort}`,
    from: 'Almanac <almanac@post.example>',
  }
  mailer = createSmtpMailer({ ...host, timeoutMs: 15_000 })
  hastyMailer = createSmtpMailer({ ...host, timeoutMs: 700 })
})
afterAll(() => app.close())

const mail = (values: Partial<Mail> & { to: string }): Mail => ({
  subject: 'Half the list',
  text: 'Cross out half of the list.',
  html: null,
  reference: 'delivery-7',
  ...values,
})

interface Received {
  to: string
  from: string
  subject: string
  text: string
  headers: Record<string, string>
}

async function received(to: string): Promise<Received[]> {
  const response = await fetch(`${app.sandbox.url}/sandbox/messages?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as { data: Received[] }).data
}

describe('a letter', () => {
  test('arrives with its sender, headers and the Message-ID of its reference', async () => {
    const outcome = await mailer.sendMail(
      mail({
        to: 'stella@one.example',
        fromName: 'Aurora, "Astrology"',
        replyTo: 'support@aurora.example',
        html: '<p>Cross out half of the list.</p>',
        headers: {
          'List-Unsubscribe': '<https://almanac.example/v1/unsubscribe/1-2-abc>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    )
    expect(outcome).toEqual({ kind: 'accepted', providerId: '<delivery-7@post.example>' })
    const [letter] = await received('stella@one.example')
    expect(letter).toMatchObject({ from: 'almanac@post.example', subject: 'Half the list' })
    expect(letter?.headers).toMatchObject({
      'Message-ID': '<delivery-7@post.example>',
      'Reply-To': 'support@aurora.example',
      'List-Unsubscribe': '<https://almanac.example/v1/unsubscribe/1-2-abc>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(letter?.headers.From).toContain('Aurora')
  })

  test('cannot be given a header or a recipient by what people type', async () => {
    await mailer.sendMail(
      mail({
        to: 'stella@two.example',
        subject: 'Hello\r\nBcc: victim@two.example',
        fromName: 'Aurora\r\nBcc: victim@two.example',
        headers: { 'X-Note': 'a\r\nBcc: victim@two.example' },
      }),
    )
    const [letter] = await received('stella@two.example')
    expect(letter?.headers).not.toHaveProperty('Bcc')
    expect(letter?.subject).toBe('Hello Bcc: victim@two.example')
    const two = await mailer.sendMail(mail({ to: 'a@two.example, victim@two.example' }))
    expect(two.kind).not.toBe('accepted')
    expect(await received('victim@two.example')).toEqual([])
  })

  test.each([
    ['bounce@three.example', { kind: 'refused', reason: 'invalid-recipient', isAddressDead: true }],
    ['full@three.example', { kind: 'refused', reason: 'invalid-recipient' }],
    ['busy@three.example', { kind: 'retry', reason: 'smtp-451' }],
    ['no address', { kind: 'refused', reason: 'invalid-recipient' }],
  ])('to %s: %j', async (to, outcome) => {
    expect(await mailer.sendMail(mail({ to }))).toEqual(outcome)
  })

  test.each(['timeout_after_success', 'timeout_before', 'reset_after_success'])(
    'with %s after it was handed over has an unknown outcome',
    async (kind) => {
      const to = `${kind.replaceAll('_', '-')}@four.example`
      await app.sandbox.control('faults', { provider: 'smtp', kind, path: to })
      const impatient = kind.startsWith('timeout') ? hastyMailer : mailer
      await expect(impatient.sendMail(mail({ to }))).rejects.toBeInstanceOf(OutcomeUnknownError)
    },
  )

  test('that the server says it did not take may be sent again', async () => {
    await app.sandbox.control('faults', {
      provider: 'smtp',
      kind: 'error_500_before',
      path: 'again@five.example',
    })
    const outcome = await mailer.sendMail(mail({ to: 'again@five.example' }))
    expect(outcome).toEqual({ kind: 'retry', reason: 'smtp-451' })
  })

  test('is never sent inside a transaction', async () => {
    const inside = app.deps.db.transact(() => mailer.sendMail(mail({ to: 'inside@six.example' })))
    await expect(inside).rejects.toThrow('inside a database transaction')
  })
})

describe('a letter with a return path of its own', () => {
  const returning = (settings: object = {}) =>
    createSmtpMailer({
      url: `smtp://127.0.0.1:${app.sandbox.smtpPort}`,
      from: 'Almanac <almanac@post.example>',
      bounceAddress: 'bounces@post.example',
      ...settings,
    })
  /** Senders that the mail host takes, and no others. */
  const onlyFrom = (...domains: string[]) => app.sandbox.control('config', { smtpSenders: domains })

  test('is handed over under it, and shows its sender all the same', async () => {
    const paths: string[] = []
    const host = await startMailHost({
      onMailFrom: ({ address }, _session, done) => {
        paths.push(address)
        done()
      },
    })
    const mailer = returning({ url: `smtp://127.0.0.1:${host.port}` })
    await mailer.sendMail(mail({ to: 'a@eight.example', bounceToken: 'd7-abc' }))
    await mailer.sendMail(mail({ to: 'a@eight.example' }))
    await host.close()
    expect(paths).toEqual(['bounces+d7-abc@post.example', 'bounces@post.example'])
  })

  test('goes to its one recipient', async () => {
    const outcome = await returning().sendMail(mail({ to: 'a@nine.example, victim@nine.example' }))
    expect(outcome.kind).not.toBe('accepted')
    expect(await received('victim@nine.example')).toEqual([])
    await returning().sendMail(mail({ to: 'a@nine.example' }))
    expect((await received('a@nine.example'))[0]).toMatchObject({ from: 'almanac@post.example' })
  })

  test('greets by the name that was configured, where an address in brackets is refused', async () => {
    await app.sandbox.control('config', { smtpNeedsHostName: true })
    const to = 'a@ten.example'
    expect(await returning({ helloName: 'almanac.example' }).sendMail(mail({ to }))).toMatchObject({
      kind: 'accepted',
    })
    expect(await returning({ helloName: '[127.0.0.1]' }).sendMail(mail({ to }))).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('smtp-504'),
    })
    await app.sandbox.control('config', { smtpNeedsHostName: false })
  })

  test('that the mail host refuses for our own sake is tried again', async () => {
    await onlyFrom('other.example')
    expect(await returning().sendMail(mail({ to: 'a@eleven.example' }))).toMatchObject({ kind: 'retry' })
    await onlyFrom()
    await app.sandbox.control('config', { smtpPerMinute: 1 })
    for (const _ of [1, 2]) await returning().sendMail(mail({ to: 'a@twelve.example' }))
    const third = await returning().sendMail(mail({ to: 'a@twelve.example' }))
    await app.sandbox.control('config', { smtpPerMinute: 0 })
    expect(third).toMatchObject({ kind: 'retry', reason: expect.stringContaining('smtp-450') })
  })
})

describe('a recipient that the mail host refuses', () => {
  test.each([
    ['554 5.7.1 <a@b.example>: Relay access denied', 'retry'],
    ['550 5.7.1 Unable to relay', 'retry'],
    ['550 relaying denied', 'retry'],
    ['530 5.7.0 Authentication required', 'retry'],
    ['553 5.7.1 Sender address rejected: not owned by user', 'retry'],
    ['550 5.1.1 <a@b.example>: Recipient address rejected: User unknown', 'refused'],
    ['550 5.7.1 <a@b.example>: Recipient address rejected: Access denied', 'refused'],
    ['550 No such user here', 'refused'],
    ['552 5.2.2 The recipient mailbox is full', 'refused'],
  ])('by %j is %s', (response, kind) => {
    const responseCode = Number(response.slice(0, 3))
    const error = { code: 'EENVELOPE', command: 'RCPT TO', permanent: true, responseCode, response }
    expect(outcomeOfError(Object.assign(new Error(response), error), false).kind).toBe(kind)
  })
})

describe('an answer to the whole letter', () => {
  const outcomeOf = (response: string) => {
    const responseCode = Number(response.slice(0, 3))
    const error = {
      code: 'EMESSAGE',
      command: 'DATA',
      permanent: responseCode >= 500,
      responseCode,
      response,
    }
    return outcomeOfError(Object.assign(new Error(response), error), true)
  }

  test.each([
    ['550-5.7.26 This mail has been blocked because the sender is unauthenticated.', 'retry'],
    ['550 5.7.23 SPF validation failed', 'retry'],
    ['550 5.7.25 The IP address sending this message does not have a PTR record', 'retry'],
    ['451 4.7.1 Greylisted, please try again', 'retry'],
    ['452 4.2.2 The mailbox is full', 'retry'],
    ['550 5.7.1 Message rejected as spam', 'refused'],
    ['552 5.3.4 Message too big', 'refused'],
    ['550 5.6.0 Headers invalid', 'refused'],
    ['554 Transaction failed', 'refused'],
  ])('by %j is %s', (response, kind) => {
    expect(outcomeOf(response).kind).toBe(kind)
  })

  test('that nobody has this address counts towards its being dead', () => {
    expect(outcomeOf('550 5.1.1 User unknown')).toEqual({
      ...{ kind: 'refused', reason: 'smtp-550' },
      isAddressDead: true,
    })
    expect(outcomeOf('552 5.2.2 Mailbox full')).toEqual({ kind: 'refused', reason: 'smtp-552' })
  })
})

test.each([
  ['mail.example', 'https://almanac.example', 'mail.example'],
  [undefined, 'https://almanac.example:8443', 'almanac.example'],
  [undefined, 'http://localhost:3000', undefined],
  [undefined, 'http://192.0.2.7', undefined],
])('configured as %s at %s we are called %s', (configured, publicUrl, name) => {
  expect(helloNameOf(configured, publicUrl)).toBe(name)
})

describe('a server', () => {
  /** A server that greets with this, or says nothing. */
  async function withServer(greeting: string | null, work: (url: string) => Promise<void>): Promise<void> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      if (greeting) socket.end(greeting)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = address && typeof address === 'object' ? address.port : 0
    try {
      await work(`smtp://127.0.0.1:${port}`)
    } finally {
      server.close()
    }
  }
  const from = 'almanac@post.example'

  test('that is away, silent or closing down took nothing', async () => {
    const to = 'stella@seven.example'
    const away = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from, timeoutMs: 700 })
    expect(await away.sendMail(mail({ to }))).toMatchObject({ kind: 'retry' })
    await withServer(null, async (url) => {
      const silent = createSmtpMailer({ url, from, timeoutMs: 1_000 })
      expect(await silent.sendMail(mail({ to }))).toMatchObject({ kind: 'retry' })
    })
    await withServer('421 4.3.2 closing down\r\n', async (url) => {
      const closing = createSmtpMailer({ url, from, timeoutMs: 700 })
      expect(await closing.sendMail(mail({ to }))).toMatchObject({ kind: 'retry' })
    })
  })

  test('needs an address to send from', () => {
    expect(() => createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'nobody' })).toThrow('MAIL_FROM')
  })
})
