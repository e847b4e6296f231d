import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../../test/receiver.ts'
import { type OpenSandbox, openSandbox, refusal, until } from '../../test/sandbox.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: OpenSandbox

beforeEach(async () => {
  receiver = await startReceiver()
  sandbox = await openSandbox({ mail: { bounceUrl: `${receiver.url}/bounce`, bounceSecret: 'mail-secret' } })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

const send = (to: string, options: { name?: string; auth?: { user: string; pass: string } } = {}) =>
  createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false, ...options }).sendMail({
    from: 'hello@aurora.test',
    to,
    subject: 'Half the list',
    text: 'Cross out half of it.',
    envelope: { from: 'bounces+d7-abc@aurora.test', to },
  })

describe('a mail host with rules', () => {
  it('wants a log-in, and the right one', async () => {
    await sandbox.control('/config', { smtpUser: 'almanac', smtpPassword: 'right' })
    expect(await refusal(send('stella@example.com'))).toMatchObject({ responseCode: 530 })
    const wrong = send('stella@example.com', { auth: { user: 'almanac', pass: 'wrong' } })
    expect(await refusal(wrong)).toMatchObject({ code: 'EAUTH', responseCode: 535 })
    await send('stella@example.com', { auth: { user: 'almanac', pass: 'right' } })
  })

  it('takes senders of its own domains alone', async () => {
    await sandbox.control('/config', { smtpSenders: ['borealis.test'] })
    expect(await refusal(send('stella@example.com'))).toMatchObject({ responseCode: 553 })
    await sandbox.control('/config', { smtpSenders: ['aurora.test'] })
    await send('stella@example.com')
  })

  it('is greeted by a full host name', async () => {
    await sandbox.control('/config', { smtpNeedsHostName: true })
    for (const name of ['[127.0.0.1]', 'laptop']) {
      expect(await refusal(send('stella@example.com', { name }))).toMatchObject({ responseCode: 504 })
    }
    await send('stella@example.com', { name: 'almanac.example' })
  })

  it('takes so many letters a minute', async () => {
    await sandbox.control('/config', { smtpPerMinute: 2 })
    for (const _ of [1, 2]) await send('stella@example.com')
    expect(await refusal(send('stella@example.com'))).toMatchObject({ responseCode: 450 })
  })
})

describe('a letter that comes back later', () => {
  it('is taken, and reported on to its return path by the product’s webhook', async () => {
    await send('late-bounce@example.com')
    const report = await until(() => receiver.received.find(({ url }) => url === '/bounce'))
    expect(report.headers).toMatchObject({
      'content-type': 'message/rfc822',
      authorization: 'Bearer mail-secret',
    })
    expect(report.body).toContain('To: bounces+d7-abc@aurora.test')
    expect(report.body).toContain('Action: failed')
    expect(report.body).toContain('Subject: Half the list')
    expect((await sandbox.get('/sandbox/messages?to=late-bounce@example.com')).data).toEqual([])
  })
})
