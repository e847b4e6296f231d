import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type MailHost, startMailHost } from '../../../test/mail-host.ts'
import type { Mail } from '../../features/messages/ports.ts'
import { createSmtpMailer } from './mailer.ts'

type SmtpMailer = ReturnType<typeof createSmtpMailer>

let host: MailHost | undefined
let mailer: SmtpMailer | undefined

afterEach(async () => {
  mailer?.close()
  host?.release()
  await host?.close()
  host = undefined
})

const mail = (to: string): Mail => ({
  to,
  subject: 'Half the list',
  text: 'Cross out half of the list.',
  html: null,
  reference: to,
})
const openMailer = (port: number): SmtpMailer => {
  mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'almanac@post.example',
    timeoutMs: 2_000,
  })
  return mailer
}

test('one connection hands over one letter after the other', async () => {
  let connections = 0
  const counting = await startMailHost({
    onConnect(_session, done) {
      connections += 1
      done()
    },
  })
  host = counting
  const { sendMail } = openMailer(counting.port)
  for (const to of ['a@one.example', 'b@one.example', 'c@one.example']) {
    expect((await sendMail(mail(to))).kind).toBe('accepted')
  }
  expect(counting.handedOver).toEqual(['a@one.example', 'b@one.example', 'c@one.example'])
  expect(connections).toBe(1)
})

test('a letter that hangs keeps no other waiting', async () => {
  const hanging = await startMailHost({ hangsAt: (recipient) => recipient.startsWith('hangs') })
  host = hanging
  const { sendMail } = openMailer(hanging.port)
  const slow = sendMail(mail('hangs@one.example'))
  await expect.poll(() => hanging.hanging()).toBe(1)
  expect((await sendMail(mail('quick@one.example'))).kind).toBe('accepted')
  hanging.release()
  expect((await slow).kind).toBe('accepted')
})

/** A host that takes one letter on a connection, and hangs up on the next one when it hears a word. */
async function hangUpAt(word: string): Promise<{ port: number; letters: () => number; close: () => void }> {
  let letters = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let isInLetter = false
    let isSecond = false
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 mail.example\r\n')
    socket.on('data', (chunk) => {
      const line = chunk.toString()
      if (isInLetter) {
        if (!line.includes('\r\n.\r\n')) return
        isInLetter = false
        letters += 1
        if (isSecond && word === 'answer') return void socket.destroy()
        isSecond = true
        socket.write('250 2.0.0 Taken\r\n')
      } else if (isSecond && line.startsWith(word)) socket.destroy()
      else if (line.startsWith('DATA')) {
        isInLetter = true
        socket.write('354 Go on\r\n')
      } else socket.write('250 2.1.0 Fine\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port, letters: () => letters, close }
}

test.each(['MAIL', 'RCPT', 'DATA'])(
  'a kept connection that is lost at %s handed nothing over, and nothing is tried behind our back',
  async (word) => {
    const { port, letters, close } = await hangUpAt(word)
    const { sendMail } = openMailer(port)
    expect((await sendMail(mail('first@one.example'))).kind).toBe('accepted')
    expect((await sendMail(mail('second@one.example'))).kind).toBe('retry')
    expect(letters()).toBe(1)
    close()
  },
)

test('a kept connection that is lost after the letter leaves its outcome unknown', async () => {
  const { port, letters, close } = await hangUpAt('answer')
  const { sendMail } = openMailer(port)
  expect((await sendMail(mail('first@one.example'))).kind).toBe('accepted')
  await expect(sendMail(mail('second@one.example'))).rejects.toThrow('SMTP')
  expect(letters()).toBe(2)
  close()
})
