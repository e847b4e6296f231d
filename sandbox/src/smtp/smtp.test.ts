import { createTransport, type SMTPSentMessageInfo } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenSandbox, openSandbox, refusal } from '../../test/sandbox.ts'

let sandbox: OpenSandbox

beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

/** A busy machine is waited for; `socketTimeout`, in milliseconds, is for a host that never answers. */
const send = async (to: string, socketTimeout = 20_000): Promise<SMTPSentMessageInfo> =>
  createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false, socketTimeout }).sendMail({
    from: 'Aurora Astrology <hello@aurora.test>',
    to,
    subject: 'Your code · 482913',
    text: 'Your code is 482913.',
    html: '<p>Your code is <b>482913</b>.</p>',
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    list: { unsubscribe: 'https://aurora.test/unsubscribe/abc' },
  })
const inbox = async (to: string) =>
  (await sandbox.get(`/sandbox/messages?to=${encodeURIComponent(to)}`)).data as {
    subject: string
    headers: Record<string, string>
  }[]

describe('the mail host', () => {
  it('delivers, headers and all, to each recipient', async () => {
    const sent = await send('Stella@Example.com, leo@example.com')
    expect(sent.rejected).toEqual([])
    for (const to of ['stella@example.com', 'LEO@example.com']) {
      expect(await inbox(to)).toMatchObject([
        {
          channel: 'email',
          subject: 'Your code · 482913',
          text: expect.stringContaining('482913'),
          html: expect.stringContaining('<b>482913</b>'),
          headers: { 'List-Unsubscribe': '<https://aurora.test/unsubscribe/abc>' },
        },
      ])
    }
  })

  it('refuses an address that does not exist', async () => {
    const error = await refusal(send('bounce@example.com'))
    expect(error).toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
    expect(await inbox('bounce@example.com')).toEqual([])
    expect((await send('bouncer@example.com')).accepted).toEqual(['bouncer@example.com'])
  })

  it.each([
    ['error_500_after_success', 0],
    ['reset_after_success', 1],
    ['timeout_after_success', 1],
    ['error_500_before', 0],
    ['reset_before', 0],
  ])('%s: the sender sees a failure, the mailbox holds %i', async (kind, held) => {
    const to = `${kind.replaceAll('_', '-')}@example.com`
    await sandbox.control('/faults', { provider: 'smtp', kind, path: to })
    await refusal(send(to, kind === 'timeout_after_success' ? 2_000 : undefined))
    expect(await inbox(to)).toHaveLength(held)
    expect((await send(to)).accepted).toEqual([to])
  })
})
