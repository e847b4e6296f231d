import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readQueuedCode } from '../../../test/codes.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { bringMail, complaintReport, failureReport, returnPathOf } from '../../../test/returned-mail.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { sendRequestedCodes } from '../identity/index.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

const days = (count: number) => count * 24 * 3_600_000

/** A text of a tenant, handed over. @returns its deliveries */
async function sendText(tenant: MadeTenant, dueAt = new Date(sun.clock.now().getTime() - 1_000)) {
  const textId = await sun.text(tenant, { dueAt })
  await sun.plan()
  await sun.send()
  return { textId, rows: await sun.deliveries(textId) }
}

/** The first delivery of what a tenant sends. */
async function sendLetter(tenant: MadeTenant) {
  const { textId, rows } = await sendText(tenant)
  const letter = rows.find(({ medium }) => medium === 'email')
  if (!letter) throw new Error('There is no letter')
  return { textId, id: letter.id }
}

const abuse = 'Feedback-Type: abuse'
const complain = (id: number, kind = abuse) =>
  bringMail(app, complaintReport(returnPathOf(app, id), [kind], []))

/** What a consumer receives: `12 sms`. */
async function choicesOf({ id }: { id: number }): Promise<string[]> {
  const rows = await app.query<{ categoryId: number; medium: string }>(
    `select category_id, medium from subscriptions where consumer_id = ${id} order by category_id, medium`,
  )
  return rows.map(({ categoryId, medium }) => `${categoryId} ${medium}`)
}

describe('a complaint about a letter', () => {
  test('ends the e-mail of whoever made it at that tenant, is recorded, and returns nothing', async () => {
    const tenant = await app.make.tenant()
    const other = { ...tenant, categoryId: await app.make.category(tenant.id) }
    const consumer = await sun.subscriber(tenant)
    await sun.subscribe(other, consumer, ['email'])
    const bystander = await sun.subscriber(tenant, { mediums: ['email'] })
    const elsewhere = await app.make.tenant()
    const namesake = await sun.subscriber(elsewhere, { mediums: ['email'] })
    await app.query(`update users set email = '${consumer.email}' where id = ${namesake.id}`)
    const { textId, rows } = await sendText(tenant)
    const letter = rows.find(({ consumerId, medium }) => consumerId === consumer.id && medium === 'email')

    expect((await complain(letter?.id ?? 0)).status).toBe(204)
    expect(await choicesOf(consumer)).toEqual([`${tenant.categoryId} sms`])
    expect(await choicesOf(bystander)).toEqual([`${tenant.categoryId} email`])
    expect(await choicesOf(namesake)).toEqual([`${elsewhere.categoryId} email`])
    expect(await sun.fates(textId)).toContain('email:sent complaint')
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '-1 sunburst'])
    const consents = await app.query(
      `select category_id, medium, act, recipient, wording, source, ip_address from consents where consumer_id = ${consumer.id} order by category_id`,
    )
    const record = {
      ...{ medium: 'email', act: 'withdrawn', recipient: consumer.email, source: 'provider-report' },
      ...{ wording: 'The mail host reports a complaint about a letter (abuse).', ipAddress: null },
    }
    expect(consents).toEqual([
      { categoryId: tenant.categoryId, ...record },
      { categoryId: other.categoryId, ...record },
    ])
  })

  test.each<[string, (path: string) => string]>([
    [
      'in the report alone',
      (path) =>
        complaintReport('fbl@almanac.test', ['Feedback-Type: Abuse', `Original-Mail-From: <${path}>`], []),
    ],
    [
      'at the head of the letter that goes with it alone',
      (path) => complaintReport('fbl@almanac.test', [abuse], [`Return-Path: <${path}>`]),
    ],
    [
      'in capitals, the letter itself going with it',
      (path) =>
        complaintReport('fbl@almanac.test', [abuse], [`Return-Path: <${path.toUpperCase()}>`]).replace(
          'text/rfc822-headers',
          'message/rfc822',
        ),
    ],
  ])('with the return path %s', async (_, write) => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const { id } = await sendLetter(tenant)
    expect((await bringMail(app, write(returnPathOf(app, id)))).status).toBe(204)
    expect(await choicesOf(consumer)).toEqual([])
  })

  test.each<[string, (id: number) => string]>([
    [
      'what somebody takes back',
      (id) => complaintReport(returnPathOf(app, id), ['Feedback-Type: not-spam'], []),
    ],
    [
      'a report of forged senders',
      (id) => complaintReport(returnPathOf(app, id), ['Feedback-Type: auth-failure'], []),
    ],
    ['no kind', (id) => complaintReport(returnPathOf(app, id), [], [])],
    [
      'a guessed signature',
      (id) => complaintReport(`bounces+d${id}-${'0'.repeat(24)}@almanac.test`, [abuse], []),
    ],
    [
      'the signature of another letter',
      (id) =>
        complaintReport(
          'fbl@almanac.test',
          [abuse],
          [`Return-Path: <${returnPathOf(app, id + 1).replace(`d${id + 1}-`, `d${id}-`)}>`],
        ),
    ],
  ])('%s ends nothing', async (_, write) => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const { textId, id } = await sendLetter(tenant)
    expect((await bringMail(app, write(id))).status).toBe(204)
    expect(await choicesOf(consumer)).toEqual([`${tenant.categoryId} email`])
    expect(await sun.fates(textId)).toEqual(['email:sent'])
  })

  test('ends what was not handed over yet, and its token comes back', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const { id } = await sendLetter(tenant)
    const next = await sun.text(tenant)
    await sun.plan()
    await complain(id)
    await sun.send()
    expect(await sun.fates(next)).toEqual(['email:skipped unsubscribed'])
    expect(await sun.balanceOf(consumer)).toBe(9)
  })

  test('that is repeated after somebody subscribed again ends nothing', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const { id } = await sendLetter(tenant)
    await complain(id)
    await sun.subscribe(tenant, consumer, ['email'])
    await complain(id)
    expect(await choicesOf(consumer)).toEqual([`${tenant.categoryId} email`])
  })

  test('from an address that the consumer has left ends nothing', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const { id } = await sendLetter(tenant)
    await app.query(`update users set email = 'new-${consumer.id}@mail.example' where id = ${consumer.id}`)
    await complain(id)
    expect(await choicesOf(consumer)).toEqual([`${tenant.categoryId} email`])
  })
})

const noSuchUser = 'Final-Recipient: rfc822; x@mail.example\r\nAction: failed\r\nStatus: 5.1.1'
const comeBack = (id: number, block = noSuchUser) =>
  bringMail(app, failureReport(returnPathOf(app, id), block))

/** A consumer by e-mail, some of whose letters came back. */
async function withBounces(count: number, block?: string) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
  for (let letters = 0; letters < count; letters += 1) await comeBack((await sendLetter(tenant)).id, block)
  return { tenant, consumer }
}

const isDead = async ({ id }: MadeUser): Promise<boolean> => {
  const [row] = await app.query<{ at: Date | null }>(`select email_dead_at as at from users where id = ${id}`)
  return row?.at instanceof Date
}

describe('an address from which letters come back', () => {
  test('is sent nothing after the third, at no charge', async () => {
    const { tenant, consumer } = await withBounces(3)
    expect(await isDead(consumer)).toBe(true)
    const { textId } = await sendText(tenant)
    expect(await sun.fates(textId)).toEqual(['email:skipped email-dead'])
    expect(await sun.balanceOf(consumer)).toBe(10)
    expect(await choicesOf(consumer)).toEqual([`${tenant.categoryId} email`])
  })

  test('is sent nothing either that was charged before, whose token comes back', async () => {
    const { tenant, consumer } = await withBounces(2)
    const { id } = await sendLetter(tenant)
    const next = await sun.text(tenant)
    await sun.plan()
    expect(await sun.balanceOf(consumer)).toBe(8)
    await comeBack(id)
    await sun.send()
    expect(await sun.fates(next)).toEqual(['email:skipped email-dead'])
    expect(await sun.balanceOf(consumer)).toBe(10)
  })

  test('is known by refusals at the door as well', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    await app.query(`update users set email = 'bounce-${consumer.id}@mail.example' where id = ${consumer.id}`)
    for (const _ of [1, 2, 3]) await sendText(tenant)
    expect(await isDead(consumer)).toBe(true)
  })

  test.each<[string, () => Promise<MadeUser>]>([
    ['two letters', async () => (await withBounces(2)).consumer],
    [
      'three that came too late',
      async () =>
        (await withBounces(3, 'Final-Recipient: rfc822; x@y\r\nAction: failed\r\nStatus: 4.4.7')).consumer,
    ],
    [
      'three into a full mailbox',
      async () =>
        (await withBounces(3, 'Final-Recipient: rfc822; x@y\r\nAction: failed\r\nStatus: 5.2.2')).consumer,
    ],
    [
      'three refused for a full mailbox at the door',
      async () => {
        const tenant = await app.make.tenant()
        const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
        await app.query(
          `update users set email = 'full-${consumer.id}@mail.example' where id = ${consumer.id}`,
        )
        for (const _ of [1, 2, 3]) await sendText(tenant)
        return consumer
      },
    ],
    [
      'one letter, reported five times',
      async () => {
        const { tenant, consumer } = await withBounces(0)
        const { id } = await sendLetter(tenant)
        for (const _ of [1, 2, 3, 4, 5]) await comeBack(id)
        return consumer
      },
    ],
    [
      'three letters to the address before this one',
      async () => {
        const { tenant, consumer } = await withBounces(0)
        const letters = [await sendLetter(tenant), await sendLetter(tenant), await sendLetter(tenant)]
        await app.query(
          `update users set email = 'new-${consumer.id}@mail.example' where id = ${consumer.id}`,
        )
        for (const { id } of letters) await comeBack(id)
        return consumer
      },
    ],
  ])('is not dead after %s', async (_, happen) => {
    expect(await isDead(await happen())).toBe(false)
  })

  test('is not dead where more than a month lies between', async () => {
    const { tenant, consumer } = await withBounces(2)
    await sun.clock.set(new Date(noon.getTime() + days(31)))
    await comeBack((await sendLetter(tenant)).id)
    await sun.clock.set(noon)
    expect(await isDead(consumer)).toBe(false)
  })
})

async function askForCode({ username }: MadeUser): Promise<void> {
  await app.client().post('/v1/user/shortcode/resend', { username, otpType: 'email', resend: true })
  await sendRequestedCodes(app.deps)
}

/** @returns the status of the answer */
async function verifyAgain(consumer: MadeUser): Promise<number> {
  await askForCode(consumer)
  const emailToken = await readQueuedCode(app, consumer.email)
  const { username } = consumer
  return (await app.client().post('/v1/user/shortcode/verify', { username, emailToken })).status
}

describe('the consumer of a dead address', () => {
  test('is told so, and cannot subscribe by e-mail until it is verified again', async () => {
    const { tenant, consumer } = await withBounces(3)
    const client = await app.signIn(consumer.username, tenant)
    const own = `/v1/customers/${tenant.url}/consumers/${consumer.id}`
    const profile = async () => (await client.get(`${own}/profile`)).body
    const subscribe = (mediums: string[]) =>
      client.put(`${own}/subscription/${tenant.categoryId}/subscribe`, { mediums })
    expect(await profile()).toMatchObject({ isEmailDead: true, unverifiedEmail: null })
    const refused = await subscribe(['email'])
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'email_dead',
      'Your email address does not take our messages; check it.',
    ])
    expect((await subscribe(['sms'])).status).toBe(200)

    expect(await verifyAgain(consumer)).toBe(200)
    expect(await profile()).toMatchObject({ isEmailDead: false })
    expect((await subscribe(['sms', 'email'])).status).toBe(200)
  })

  test('has to see three more letters come back until it is dead again', async () => {
    const { tenant, consumer } = await withBounces(3)
    await verifyAgain(consumer)
    await comeBack((await sendLetter(tenant)).id)
    expect(await isDead(consumer)).toBe(false)
    const { textId } = await sendText(tenant)
    expect(await sun.fates(textId)).toEqual(['email:sent'])
  })

  test('a verified address that takes letters is sent no code', async () => {
    const { consumer } = await withBounces(2)
    await askForCode(consumer)
    expect(await app.query(`select from outbox_messages where recipient = '${consumer.email}'`)).toEqual([])
  })
})
