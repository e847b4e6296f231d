import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf, takenSms } from '../../../test/sunbursts.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000)

describe('a due text', () => {
  test('reaches each subscriber once a medium, with one debit each, and is then sent', async () => {
    const tenant = await app.make.tenant()
    const first = await sun.subscriber(tenant)
    const second = await sun.subscriber(tenant, { mediums: ['email'] })
    const stranger = await app.make.consumer(tenant, { tokens: 5 })
    const textId = await sun.text(tenant, { messageName: 'Half the list' })
    await sun.plan()
    expect(await sun.textState(textId)).toBe('sending')
    await sun.send()

    expect(await sun.textState(textId)).toBe('sent')
    expect(await sun.entries(first)).toEqual(['-1 sunburst', '-1 sunburst'])
    expect(await sun.entries(second)).toEqual(['-1 sunburst'])
    expect([await sun.balanceOf(first), await sun.balanceOf(second), await sun.balanceOf(stranger)]).toEqual([
      8, 9, 5,
    ])
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:delivered', 'email:sent', 'email:sent'])
    expect(await app.sandbox.messages(first.smsPhoneNumber)).toHaveLength(1)
    const [letter, ...others] = await app.sandbox.messages(first.email)
    expect(others).toEqual([])
    expect(letter).toMatchObject({ channel: 'email', subject: 'Half the list' })
    expect(letter?.text).toContain('Let breakfast take an hour today.')
    expect(letter?.text).toContain('/v1/unsubscribe/')
    expect(await app.sandbox.messages(stranger.email)).toEqual([])
  })

  test('is described in the ledger by its name and medium', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant)
    const textId = await sun.text(tenant, { messageName: "O'Hara's 100% plain \\ no" })
    await sun.plan()
    const rows = await app.query<{ description: string; reference: string }>(
      `select description, reference from ledger_entries where consumer_id = ${consumer.id} and kind = 'sunburst' order by id`,
    )
    expect(rows).toEqual([
      {
        description: "Sunburst: O'Hara's 100% plain \\ no by SMS",
        reference: `delivery:${textId}:${consumer.id}:sms`,
      },
      {
        description: "Sunburst: O'Hara's 100% plain \\ no by email",
        reference: `delivery:${textId}:${consumer.id}:email`,
      },
    ])
    await sun.send()
  })

  test('without subscribers is sent all the same; one that lies ahead stays scheduled', async () => {
    const tenant = await app.make.tenant()
    const due = await sun.text(tenant)
    const ahead = await sun.text(tenant, { dueAt: hours(0.01) })
    await sun.plan()
    await sun.send()
    expect([await sun.textState(due), await sun.textState(ahead)]).toEqual(['sent', 'scheduled'])
  })

  test('goes to nobody once its tenant is deleted, and whoever subscribes after the planning waits for the next', async () => {
    const [gone, tenant] = [await app.make.tenant(), await app.make.tenant()]
    await sun.subscriber(gone)
    await app.query(`update tenants set deleted_at = now() where id = ${gone.id}`)
    const dead = await sun.text(gone)
    const textId = await sun.text(tenant)
    await sun.subscriber(tenant, { mediums: ['email'] })
    await sun.plan()
    const late = await sun.subscriber(tenant, { mediums: ['email'] })
    await sun.plan()
    await sun.send()
    expect(await sun.fates(dead)).toEqual([])
    expect(await sun.fates(textId)).toEqual(['email:sent'])
    expect(await sun.entries(late)).toEqual([])
  })

  test('a free medium is sent without a ledger row', async () => {
    const tenant = await app.make.tenant()
    await app.query(
      `update category_mediums set number_of_tokens = 0 where category_id = ${tenant.categoryId} and name = 'email'`,
    )
    const consumer = await sun.subscriber(tenant, { tokens: 0, mediums: ['email'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['email:sent'])
    expect(await sun.entries(consumer)).toEqual([])
  })
})

describe('a balance', () => {
  test('that covers one medium of two is spent on the SMS', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { tokens: 1 })
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:delivered', 'email:skipped insufficient-tokens'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
    expect(await app.sandbox.messages(consumer.email)).toEqual([])
  })

  test('that covers none skips the text with one notice, and the next one after a top-up comes by itself', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { tokens: 0 })
    const notices = () =>
      app.query<{ subject: string }>(
        `select subject from outbox_messages where tenant_id = ${tenant.id} order by id`,
      )
    const next = async () => {
      const textId = await sun.text(tenant)
      await sun.plan()
      await sun.send()
      return (await sun.deliveries(textId)).map(({ state }) => state)
    }
    expect(await next()).toEqual(['skipped', 'skipped'])
    expect(await next()).toEqual(['skipped', 'skipped'])
    expect(await notices()).toEqual([{ subject: 'Your Sunburst is waiting for tokens' }])
    expect(await sun.balanceOf(consumer)).toBe(0)

    await app.make.grant(consumer, 2)
    expect(await next()).not.toContain('skipped')
    expect(await sun.balanceOf(consumer)).toBe(0)
    expect(await next()).toEqual(['skipped', 'skipped'])
    expect(await notices()).toHaveLength(2)
  })
})

describe('media that reach nobody cost nothing', () => {
  test.each([
    ['no number', 'sms_phone_number = null', 'sms-number-required'],
    ['a Canadian number', "sms_phone_number = '+14165550123'", 'sms-number-required'],
    ['a number of the Bahamas', "sms_phone_number = '+12425550100'", 'sms-number-required'],
    ['a number that texted STOP', 'sms_opted_out_at = now()', 'sms-opted-out'],
  ])('%s', async (_, change, reason) => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant)
    await app.query(`update users set ${change} where id = ${consumer.id}`)
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual([`sms:skipped ${reason}`, 'email:sent'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
  })

  test('an unverified e-mail address, and a medium the category stopped offering', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant)
    await app.query(`update users set is_email_verified = false where id = ${consumer.id}`)
    await app.query(
      `update category_mediums set is_disable = true where category_id = ${tenant.categoryId} and name = 'sms'`,
    )
    const textId = await sun.text(tenant)
    await sun.plan()
    expect(await sun.fates(textId)).toEqual(['sms:skipped medium-disabled', 'email:skipped email-unverified'])
    expect(await sun.entries(consumer)).toEqual([])
    expect(await app.query(`select 1 from subscription_notices where consumer_id = ${consumer.id}`)).toEqual(
      [],
    )
  })
})

describe('between plan and send', () => {
  test.each([
    [
      'who unsubscribes',
      (id: number) => `delete from subscriptions where consumer_id = ${id}`,
      'unsubscribed',
    ],
    ['who is deleted', (id: number) => `update users set deleted_at = now() where id = ${id}`, 'cancelled'],
    [
      'whose text is deleted',
      (id: number) =>
        `update short_texts set deleted_at = now(), state = 'cancelled' where id = (select text_id from deliveries where consumer_id = ${id})`,
      'cancelled',
    ],
    [
      'who texts STOP',
      (id: number) => `update users set sms_opted_out_at = now() where id = ${id}`,
      'sms-opted-out',
    ],
  ])('a consumer %s gets nothing and the token back', async (_, change, reason) => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    expect(await sun.balanceOf(consumer)).toBe(9)
    await app.query(change(consumer.id))
    await sun.send()
    expect(await sun.fates(textId)).toEqual([`sms:skipped ${reason}`])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
    expect(await sun.balanceOf(consumer)).toBe(10)
    expect(await takenSms(app, consumer.smsPhoneNumber)).toEqual([])
  })

  test('a changed number is the one that is written to', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
    await sun.text(tenant)
    await sun.plan()
    await app.query(`update users set sms_phone_number = '+16176661999' where id = ${consumer.id}`)
    await sun.send()
    expect(await takenSms(app, consumer.smsPhoneNumber)).toEqual([])
    expect(await takenSms(app, '+16176661999')).toHaveLength(1)
  })
})

describe('the sender was down', () => {
  test('for less than six hours: the text is still sent', async () => {
    const tenant = await app.make.tenant()
    await sun.subscriber(tenant, { mediums: ['email'] })
    const textId = await sun.text(tenant, { dueAt: new Date(hours(-6).getTime() + 1_000) })
    await sun.plan()
    await sun.send()
    expect([await sun.textState(textId), await sun.fates(textId)]).toEqual(['sent', ['email:sent']])
  })

  test('for longer: it is missed and costs nothing', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant)
    const textId = await sun.text(tenant, { dueAt: hours(-6) })
    await sun.plan()
    await sun.send()
    expect([await sun.textState(textId), await sun.fates(textId)]).toEqual(['missed', []])
    expect(await sun.balanceOf(consumer)).toBe(10)
  })

  test('for longer after the planning: what was taken is returned', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.clock.set(hours(6.5))
    await sun.send()
    await sun.clock.set(noon)
    expect([await sun.textState(textId), await sun.fates(textId)]).toEqual([
      'missed',
      ['email:skipped missed'],
    ])
    expect(await sun.balanceOf(consumer)).toBe(10)
  })
})

describe('quiet hours', () => {
  test('hold the SMS until 08:00 in the zone of the consumer, and no e-mail', async () => {
    const tenant = await app.make.tenant()
    const eastern = await sun.subscriber(tenant)
    const pacific = await sun.subscriber(tenant, { timeZone: 'America/Los_Angeles', mediums: ['sms'] })
    await sun.clock.set(new Date('2026-11-18T02:00:00Z')) // 21:00 in New York, 18:00 in Los Angeles
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    expect(await takenSms(app, pacific.smsPhoneNumber)).toHaveLength(1)
    expect(await takenSms(app, eastern.smsPhoneNumber)).toEqual([])
    expect(await app.sandbox.messages(eastern.email)).toHaveLength(1)
    expect(await sun.textState(textId)).toBe('sending')
    const held = (await sun.deliveries(textId)).find(({ state }) => state === 'planned')
    expect(held?.sendAfter).toEqual(new Date('2026-11-18T13:00:00Z'))

    await sun.clock.set(new Date('2026-11-18T13:00:00Z'))
    await sun.send()
    await sun.clock.set(noon)
    expect(await takenSms(app, eastern.smsPhoneNumber)).toHaveLength(1)
    expect(await sun.textState(textId)).toBe('sent')
  })

  test('that began while an SMS waited hold it too', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
    await sun.clock.set(new Date('2026-11-18T01:58:00Z'))
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.clock.set(new Date('2026-11-18T02:01:00Z'))
    await sun.send()
    await sun.clock.set(noon)
    expect(await takenSms(app, consumer.smsPhoneNumber)).toEqual([])
    const [row] = await sun.deliveries(textId)
    expect(row).toMatchObject({ state: 'planned', sendAfter: new Date('2026-11-18T13:00:00Z') })
    await app.query(`update deliveries set state = 'skipped' where text_id = ${textId}`)
  })
})
