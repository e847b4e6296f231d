import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { bringMail, failureReport as report, returnPathOf } from '../../../test/returned-mail.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { sandboxAccount } from '../../sandbox-account.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

async function sendLetter(email?: string) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
  if (email) await app.query(`update users set email = '${email}' where id = ${consumer.id}`)
  const textId = await sun.text(tenant)
  await sun.plan()
  await sun.send()
  const [row] = await sun.deliveries(textId)
  if (!row) throw new Error('There is no delivery')
  return { consumer, textId, id: row.id }
}

const failed = 'Final-Recipient: rfc822; x@mail.example\r\nAction: failed\r\nStatus: 5.1.1'
const returnPath = (id: number) => returnPathOf(app, id)

const bring = (payload: string, headers?: Record<string, string>) => bringMail(app, payload, headers)

describe('a letter that was taken and comes back', () => {
  test('ends as bounced, and its token is returned', async () => {
    const { consumer, textId } = await sendLetter('late-bounce-1@mail.example')
    await expect.poll(() => sun.fates(textId)).toEqual(['email:undeliverable bounce-5.1.1'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
    expect(await sun.balanceOf(consumer)).toBe(10)
  })

  test('ten times at once returns one token', async () => {
    const { consumer, textId, id } = await sendLetter()
    const answers = await Promise.all(Array.from({ length: 10 }, () => bring(report(returnPath(id), failed))))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204))
    expect(await sun.fates(textId)).toEqual(['email:undeliverable bounce-5.1.1'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
  })

  test.each([
    ['by a host that writes its address in capitals', (to: string) => report(to.toUpperCase(), failed)],
    [
      'by a list, its address in Delivered-To alone',
      (to: string) => `Delivered-To: ${to}\r\n${report('postmaster@almanac.test', failed)}`,
    ],
    [
      'after days of trying (4.4.7)',
      (to: string) =>
        report(to, 'Final-Recipient: rfc822; x@y\r\nAction: failed (expired)\r\nStatus: 4.4.7 (x)'),
    ],
    ['without a status', (to: string) => report(to, 'Final-Recipient: rfc822; x@y\r\nAction: failed')],
    [
      'with folded fields and bare line ends',
      (to: string) =>
        report(to, `Diagnostic-Code: smtp; 550\r\n   no such user\r\n${failed}`).replaceAll('\r\n', '\n'),
    ],
  ])('%s ends as bounced', async (_, write) => {
    const { textId, id } = await sendLetter()
    expect((await bring(write(returnPath(id)))).status).toBe(204)
    expect(await sun.fates(textId)).toEqual([
      expect.stringMatching(/^email:undeliverable bounce-[45]\.\d\.\d$/),
    ])
  })
})

describe('what changes nothing, and is taken all the same', () => {
  const delayed = 'Final-Recipient: rfc822; x@y\r\nAction: delayed\r\nStatus: 4.4.1'
  const delivered = 'Final-Recipient: rfc822; x@y\r\nAction: delivered\r\nStatus: 2.0.0'
  test.each([
    ['a report of a delay', (id: number) => report(returnPath(id), delayed)],
    ['a report that it arrived', (id: number) => report(returnPath(id), delivered)],
    [
      'an answer of somebody who is away',
      (id: number) => `From: a@b.example\r\nTo: ${returnPath(id)}\r\nSubject: Away\r\n\r\nBack on Monday.`,
    ],
    [
      'a report under a guessed signature',
      (id: number) => report(`bounces+d${id}-${'0'.repeat(24)}@almanac.test`, failed),
    ],
    [
      'a report under the signature of another letter',
      (id: number) => report(returnPath(id + 1).replace(`d${id + 1}-`, `d${id}-`), failed),
    ],
    ['a report to nobody in particular', () => report('bounces@almanac.test', failed)],
  ])('%s', async (_, write) => {
    const { textId, id } = await sendLetter()
    expect((await bring(write(id))).status).toBe(204)
    expect(await sun.fates(textId)).toEqual(['email:sent'])
  })

  test('a report a week later, and one on an SMS', async () => {
    const { textId, id } = await sendLetter()
    await sun.clock.set(new Date(noon.getTime() + 7 * 24 * 3_600_000 + 1_000))
    expect((await bring(report(returnPath(id), failed))).status).toBe(204)
    await sun.clock.set(noon)
    expect(await sun.fates(textId)).toEqual(['email:sent'])
    await app.query(`update deliveries set medium = 'sms' where id = ${id}`)
    expect((await bring(report(returnPath(id), failed))).status).toBe(204)
    expect(await sun.fates(textId)).toEqual(['sms:sent'])
  })
})

describe('the address for letters that come back', () => {
  test.each([
    ['no secret', {}, { authorization: '' }, 403],
    ['another secret', {}, { authorization: 'Bearer sandbox-bounce-secreT' }, 403],
    ['the secret as a word', {}, { authorization: sandboxAccount.bounceSecret }, 403],
    ['another type', {}, { 'content-type': 'application/json' }, 415],
    ['a form', {}, { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('refuses %s', async (_, __, headers, status) => {
    const { textId, id } = await sendLetter()
    expect((await bring(report(returnPath(id), failed), headers)).status).toBe(status)
    expect(await sun.fates(textId)).toEqual(['email:sent'])
  })

  test('takes the secret as a password, too', async () => {
    const { textId, id } = await sendLetter()
    const basic = Buffer.from(`mail:${sandboxAccount.bounceSecret}`).toString('base64')
    expect((await bring(report(returnPath(id), failed), { authorization: `Basic ${basic}` })).status).toBe(
      204,
    )
    expect(await sun.fates(textId)).toEqual(['email:undeliverable bounce-5.1.1'])
  })

  test.each([
    ['nothing', '', 400],
    ['no letter', 'hello', 400],
    ['zeros', '\0'.repeat(10_000), 400],
    ['headers without end', `X: ${'y'.repeat(400_000)}`, 400],
    ['a thousand boxes in each other', nested(1_000), 400],
    [
      'a report with a block of fields that is too large',
      report('a@b.example', `X: ${'y'.repeat(300_000)}`),
      400,
    ],
    ['more than a megabyte', `From: a@b.example\r\n\r\n${'x'.repeat(1_000_001)}`, 413],
  ])('answers %s as a mistake of the caller', async (_, payload, status) => {
    expect((await bring(payload)).status).toBe(status)
  })

  test('refuses more lines than a report has before it is parsed', async () => {
    const { mailReturns } = app.deps
    let parsed = 0
    app.deps.mailReturns = {
      read: (raw) => {
        parsed += 1
        return mailReturns.read(raw)
      },
    }
    const lines = (count: number) => `From: a@b.example\r\n${'\n'.repeat(count)}`
    expect((await bring(lines(300_000))).status).toBe(413)
    expect(parsed).toBe(0)
    expect((await bring(lines(10_000))).status).toBe(204)
    expect(parsed).toBe(1)
    app.deps.mailReturns = mailReturns
  })

  test('is shut where no mail host was given a secret', async () => {
    const live = await startTestApp({ databaseOf: app })
    const { bounceSecret } = live.deps
    live.deps.bounceSecret = undefined
    const answer = await live.client().send({
      method: 'POST',
      url: '/v1/webhooks/mail/bounce',
      headers: { 'content-type': 'message/rfc822', authorization: 'Bearer undefined' },
      payload: 'From: a@b.example\r\n\r\nx',
    })
    live.deps.bounceSecret = bounceSecret
    await live.close()
    expect(answer.status).toBe(403)
  })
})

function nested(depth: number): string {
  let text = 'From: a@b.example\r\n'
  for (let at = 0; at < depth; at += 1) {
    text += `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`
  }
  return text
}
