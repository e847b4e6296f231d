import type { Outlook, Rehearsal, TextComparison } from '@almanac/contract/rehearsal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf } from '../../../test/catalogue.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { keepRehearsals } from './keep-rehearsals.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
  catalogue = await catalogueOf(app)
})
afterAll(() => app.close())

const inHours = (hours: number) => new Date(noon.getTime() + hours * 3_600_000)

/** As the job does it. */
async function keep(): Promise<void> {
  await sun.clock.stands()
  while ((await keepRehearsals(app.deps)) > 0);
}

async function asOperator(tenant: MadeTenant) {
  const client = await app.signIn((await app.make.operator(tenant)).username, tenant)
  return {
    rehearse: async (): Promise<Rehearsal> =>
      (await client.get(`/v1/customers/${tenant.url}/rehearsal`)).body,
    compare: (textId: number) => client.get(`/v1/customers/${tenant.url}/short-text/${textId}/rehearsal`),
  }
}

async function outlookOf(tenant: MadeTenant, consumer: MadeUser): Promise<Outlook> {
  const client = await app.signIn(consumer.username, tenant)
  return (await client.get(`/v1/customers/${tenant.url}/consumers/${consumer.id}/sunbursts/outlook`)).body
}

/** Has a package bought automatically for somebody, by a card of theirs. */
async function buyAutomatically(tenant: MadeTenant, { id }: MadeUser, numberOfTokens: number): Promise<void> {
  const packageId = await app.make.tokenPackage(tenant, { numberOfTokens })
  await app.query(
    `insert into default_payments (consumer_id, tenant_id, kind, provider_method_id, account, provider)
     values (${id}, ${tenant.id}, 'card', 'pm_${id}', 'sandbox', 'stripe')`,
  )
  await app.query(
    `insert into auto_purchases (consumer_id, tenant_id, package_id, price_cents, number_of_tokens, paid_by)
     values (${id}, ${tenant.id}, ${packageId}, 1000, ${numberOfTokens}, ${id})`,
  )
}

describe('a rehearsal of what is scheduled', () => {
  test('has for each text how many it reaches and how, with balances that run down, and changes nothing', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant()
    const rich = await sun.subscriber(tenant)
    const poor = await sun.subscriber(tenant, { tokens: 1, mediums: ['sms'] })
    const stopped = await sun.subscriber(tenant, { mediums: ['sms'] })
    await app.query(`update users set sms_opted_out_at = now() where id = ${stopped.id}`)
    const first = await sun.text(tenant, { dueAt: inHours(2) })
    // 22:00 in New York.
    const second = await sun.text(tenant, { dueAt: inHours(10) })
    await sun.text(tenant, { dueAt: inHours(31 * 24) })
    const { rehearse } = await asOperator(tenant)
    const { texts, totalTexts, rehearsedDateTime } = await rehearse()
    expect([rehearsedDateTime, totalTexts]).toEqual([noon.toISOString(), 2])
    const optedOut = { reason: 'sms-opted-out', count: 1, words: 'The number has opted out of SMS.' }
    expect(texts).toMatchObject([
      { id: first, recipients: 3, sms: 2, email: 1, held: 0, skipped: 0, refused: 1, tokens: 3 },
      { id: second, recipients: 3, sms: 1, email: 1, held: 1, skipped: 1, refused: 1, tokens: 2 },
    ])
    expect(texts[1]?.reasons).toContainEqual(optedOut)
    expect([await sun.balanceOf(rich), await sun.balanceOf(poor)]).toEqual([10, 1])
    expect([await sun.deliveries(first), await sun.textState(first)]).toEqual([[], 'scheduled'])
  })

  test('goes on where planning of a text has come to, so that nobody pays twice', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant()
    const early = await sun.subscriber(tenant, { mediums: ['sms'] })
    await sun.subscriber(tenant, { mediums: ['sms'] })
    const textId = await sun.text(tenant)
    await app.query(`update short_texts set state = 'sending' where id = ${textId}`)
    await app.query(
      `insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after)
       values (${tenant.id}, ${textId}, ${early.id}, 'sms', '', 1, 'sent', now())`,
    )
    const { texts } = await (await asOperator(tenant)).rehearse()
    expect(texts).toMatchObject([{ id: textId, recipients: 1, sms: 1 }])
    await app.query(`update short_texts set state = 'sent', planned_at = now() where id = ${textId}`)
  })

  test('has nothing of another tenant, of deleted signs and people, or of what was deleted', async () => {
    await sun.clock.set(noon)
    const [tenant, other] = [await app.make.tenant(), await app.make.tenant()]
    await sun.subscriber(other)
    await sun.text(other, { dueAt: inHours(2) })
    const gone = await sun.subscriber(tenant)
    await app.query(`update users set deleted_at = now() where id = ${gone.id}`)
    const kept = await sun.text(tenant, { dueAt: inHours(2) })
    const deleted = await sun.text(tenant, { dueAt: inHours(2) })
    await app.query(`update short_texts set deleted_at = now(), state = 'cancelled' where id = ${deleted}`)
    const { rehearse } = await asOperator(tenant)
    expect((await rehearse()).texts).toMatchObject([{ id: kept, recipients: 0 }])
    await app.query(`update categories set deleted_at = now() where id = ${tenant.categoryId}`)
    expect((await rehearse()).texts).toEqual([])
  })
})

describe('what was rehearsed of a text, beside what happened', () => {
  async function rehearsed(): Promise<{ tenant: MadeTenant; people: MadeUser[]; textId: number }> {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant()
    const people = [
      await sun.subscriber(tenant),
      await sun.subscriber(tenant, { tokens: 0 }),
      await sun.subscriber(tenant, { mediums: ['sms'] }),
    ]
    const textId = await sun.text(tenant, { dueAt: inHours(20) })
    await keep()
    return { tenant, people, textId }
  }

  async function sendAt(hours: number): Promise<void> {
    await sun.clock.set(inHours(hours))
    await sun.plan()
    await app.query(
      `update deliveries set state = 'sent', sent_at = present() where state = 'planned' and not is_waiting`,
    )
    await app.query(`update short_texts set state = 'sent' where state = 'sending'`)
  }

  test('is not told before it begins, and then is the same in each way where nothing came in between', async () => {
    const { tenant, textId } = await rehearsed()
    const { compare } = await asOperator(tenant)
    expect((await compare(textId)).body).toEqual({ comparison: null })
    await sendAt(20)
    const comparison: TextComparison = (await compare(textId)).body.comparison
    expect(comparison).toMatchObject({
      rehearsedDateTime: noon.toISOString(),
      recipients: { rehearsed: 3, happened: 3 },
      since: { subscribed: 0, left: 0, toppedUp: 0 },
    })
    expect(
      comparison.lines.map((line) => [line.medium, line.outcome, line.rehearsed, line.happened]),
    ).toEqual([
      ['sms', 'sent', 2, 2],
      ['sms', 'skipped', 1, 1],
      ['email', 'sent', 1, 1],
      ['email', 'skipped', 1, 1],
    ])
  })

  test('says what is other, and what people did in between', async () => {
    const { tenant, people, textId } = await rehearsed()
    const [, poor, leaving] = people
    await sun.clock.set(inHours(5))
    if (poor) await app.make.grant(poor, 5)
    await app.query(`delete from subscriptions where consumer_id = ${leaving?.id}`)
    await sun.subscriber(tenant, { mediums: ['email'], subscribedAt: inHours(5) })
    await sun.subscriber(tenant, { mediums: ['email'], subscribedAt: inHours(5) })
    await sendAt(20)
    const comparison: TextComparison = (await (await asOperator(tenant)).compare(textId)).body.comparison
    expect(comparison.recipients).toEqual({ rehearsed: 3, happened: 4 })
    expect(
      comparison.lines.map((line) => [line.medium, line.outcome, line.rehearsed, line.happened]),
    ).toEqual([
      ['sms', 'sent', 2, 2],
      ['sms', 'skipped', 1, 0],
      ['email', 'sent', 1, 4],
      ['email', 'skipped', 1, 0],
    ])
    expect(comparison.since).toEqual({ subscribed: 2, left: 1, toppedUp: 3 })
  })

  test('is rehearsed again where the text is moved, and only then', async () => {
    const { tenant, textId } = await rehearsed()
    await sun.clock.set(inHours(1))
    await keep()
    const kept = () =>
      app.query<{ rehearsedAt: Date }>(`select rehearsed_at from text_rehearsals where text_id = ${textId}`)
    expect(await kept()).toEqual([{ rehearsedAt: noon }])
    await app.query(
      `update short_texts set disburse_at = '${inHours(22).toISOString()}' where id = ${textId}`,
    )
    await keep()
    expect(await kept()).toEqual([{ rehearsedAt: inHours(1) }])
    await sendAt(22)
    expect((await (await asOperator(tenant)).compare(textId)).body.comparison).not.toBeNull()
  })

  test('of another tenant is not found', async () => {
    const { textId } = await rehearsed()
    const { compare } = await asOperator(await app.make.tenant())
    expect((await compare(textId)).status).toBe(404)
    expect((await compare(2_147_483_000)).status).toBe(404)
  })
})

describe('what is coming to a consumer', () => {
  test('is covered until the last one before the first that the balance does not pay for', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { tokens: 5 })
    for (const hours of [20, 44, 68]) await sun.text(tenant, { dueAt: inHours(hours) })
    const outlook = await outlookOf(tenant, consumer)
    expect(outlook).toMatchObject({
      tokenBalance: 5,
      tokens: 6,
      lastDateTime: inHours(68).toISOString(),
      coveredUntilDateTime: inHours(44).toISOString(),
      firstUncovered: { dateTime: inHours(68).toISOString(), comesBy: 'sms' },
      automatic: null,
      signs: [
        { scheduled: 3, covered: 3, mediums: ['sms', 'email'], nextDateTime: inHours(20).toISOString() },
      ],
    })
    await app.make.grant(consumer, 1)
    expect(await outlookOf(tenant, consumer)).toMatchObject({
      firstUncovered: null,
      coveredUntilDateTime: inHours(68).toISOString(),
    })
  })

  test('has when each medium leaves, an SMS in quiet hours of the consumer’s zone in the morning', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant({ timeZone: 'America/New_York' })
    const consumer = await sun.subscriber(tenant, { timeZone: 'America/Denver' })
    // 7:00 in Denver, 9:00 in New York.
    await sun.text(tenant, { dueAt: inHours(21) })
    const at = (hours: number) => inHours(hours).toISOString()
    const ofDenver = [
      { medium: 'email', dateTime: at(21) },
      { medium: 'sms', dateTime: at(22) },
    ]
    expect((await outlookOf(tenant, consumer)).signs).toMatchObject([
      { nextDateTime: at(21), next: ofDenver },
    ])
    await app.query(`update users set time_zone = 'America/New_York' where id = ${consumer.id}`)
    const ofNewYork = [
      { medium: 'sms', dateTime: at(21) },
      { medium: 'email', dateTime: at(21) },
    ]
    expect((await outlookOf(tenant, consumer)).signs).toMatchObject([{ next: ofNewYork }])
  })

  test('counts neither what can not reach them nor what is not scheduled, and is empty without a subscription', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant()
    const stopped = await sun.subscriber(tenant, { mediums: ['sms'] })
    await app.query(`update users set sms_opted_out_at = now() where id = ${stopped.id}`)
    await sun.text(tenant, { dueAt: inHours(20) })
    const nothing = { signs: [], tokens: 0, lastDateTime: null, firstUncovered: null }
    expect(await outlookOf(tenant, stopped)).toMatchObject({ ...nothing, tokenBalance: 10 })
    const stranger = await app.make.consumer(tenant, { tokens: 3 })
    expect(await outlookOf(tenant, stranger)).toMatchObject({ ...nothing, tokenBalance: 3 })
  })

  test('has what automatic purchase would buy, as often as it would', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant({ thresholdToken: 2 })
    const consumer = await sun.subscriber(tenant, { tokens: 4, mediums: ['sms'] })
    await buyAutomatically(tenant, consumer, 3)
    for (let day = 1; day <= 8; day++) await sun.text(tenant, { dueAt: inHours(day * 24) })
    expect((await outlookOf(tenant, consumer)).automatic).toMatchObject({
      numberOfTokens: 3,
      price: 10,
      purchases: 3,
      firstDateTime: inHours(48).toISOString(),
      isCovered: true,
    })
  })
})

describe('who has too few tokens for what comes within a day', () => {
  const letters = (to: MadeUser) => catalogue.lettersTo(to.email)

  test('is told so by email once, until it is covered again', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant()
    const poor = await sun.subscriber(tenant, { tokens: 1, mediums: ['sms'] })
    const rich = await sun.subscriber(tenant)
    await sun.text(tenant, { dueAt: inHours(2) })
    await sun.text(tenant, { dueAt: inHours(20) })
    await keep()
    expect(await letters(poor)).toMatchObject([
      {
        subject: 'Your tokens do not cover your next Sunbursts',
        text: expect.stringContaining('You have 1 token. By Wednesday, November 18 that does not cover'),
      },
    ])
    expect(await letters(rich)).toEqual([])
    await sun.text(tenant, { dueAt: inHours(21) })
    await keep()
    expect(await letters(poor)).toHaveLength(1)
    await app.make.grant(poor, 5)
    await sun.text(tenant, { dueAt: inHours(22) })
    await keep()
    await sun.clock.set(inHours(21))
    for (let hour = 24; hour < 32; hour++) await sun.text(tenant, { dueAt: inHours(hour) })
    await keep()
    expect(await letters(poor)).toHaveLength(2)
  })

  test('is not told where tokens are bought automatically, or a skip was told already', async () => {
    await sun.clock.set(noon)
    const tenant = await app.make.tenant()
    const [automatic, told] = [
      await sun.subscriber(tenant, { tokens: 0 }),
      await sun.subscriber(tenant, { tokens: 0 }),
    ]
    await buyAutomatically(tenant, automatic, 28)
    await app.query(
      `insert into subscription_notices (consumer_id, tenant_id) values (${told.id}, ${tenant.id})`,
    )
    await sun.text(tenant, { dueAt: inHours(20) })
    await keep()
    expect([await letters(automatic), await letters(told)]).toEqual([[], []])
  })
})
