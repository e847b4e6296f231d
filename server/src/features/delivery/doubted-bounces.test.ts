import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { bringMail, complaintReport, failureReport, returnPathOf } from '../../../test/returned-mail.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { signUnsubscribe } from './unsubscribe-token.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

async function subscribe() {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['email'], tokens: 20 })
  return { tenant, consumer }
}

/** Hands the emails of a text over. @returns the only delivery */
async function sendEmail(tenant: MadeTenant): Promise<number> {
  const textId = await sun.text(tenant)
  await sun.plan()
  await sun.send()
  const [row] = await sun.deliveries(textId)
  return row?.id ?? 0
}

/** A report that anybody can write who has the email. */
const forge = (id: number, status = '5.2.2') =>
  bringMail(
    app,
    failureReport(
      returnPathOf(app, id),
      `Final-Recipient: rfc822; x@y\r\nAction: failed\r\nStatus: ${status}`,
    ),
  )

const stateOf = async (id: number) =>
  (await app.query<{ state: string }>(`select state from deliveries where id = ${id}`))[0]?.state

const isDead = async ({ id }: { id: number }) =>
  (
    await app.query<{ dead: boolean }>(`select email_dead_at is not null as dead from users where id = ${id}`)
  )[0]?.dead

async function doubtsOn(...ids: number[]): Promise<string[]> {
  const admin = await app.make.admin()
  const client = await app.signIn(admin.username, null)
  const { doubtedBounces } = (await client.get('/v1/admin/health')).body as {
    doubtedBounces: { deliveryId: number; doubt: string }[]
  }
  return doubtedBounces.filter(({ deliveryId }) => ids.includes(deliveryId)).map(({ doubt }) => doubt)
}

describe('a report that an email did not arrive is not believed', () => {
  test.each(['GET', 'POST'] as const)('after a link of that email was used by %s', async (method) => {
    const { tenant, consumer } = await subscribe()
    const [id, other] = [await sendEmail(tenant), await sendEmail(tenant)]
    const claim = { consumerId: consumer.id, categoryId: tenant.categoryId, deliveryId: id }
    const url = `/v1/unsubscribe/${signUnsubscribe(app.deps.secrets, claim)}`
    expect((await app.client().send({ method, url })).status).toBe(200)

    expect((await forge(id)).status).toBe(204)
    expect((await forge(id)).status).toBe(204)
    expect([await stateOf(id), await sun.balanceOf(consumer)]).toEqual(['sent', 18])
    expect(await doubtsOn(id)).toEqual(['link-used'])
    await forge(other)
    expect([await stateOf(other), await sun.balanceOf(consumer)]).toEqual(['undeliverable', 19])
  })

  test('after a complaint about it', async () => {
    const { tenant, consumer } = await subscribe()
    const id = await sendEmail(tenant)
    await bringMail(app, complaintReport(returnPathOf(app, id), ['Feedback-Type: abuse'], []))
    await forge(id)
    expect([await stateOf(id), await sun.balanceOf(consumer)]).toEqual(['sent', 19])
    expect(await doubtsOn(id)).toEqual(['complained'])
  })

  test('after five others of that consumer within 30 days, even when the address was verified again', async () => {
    const { tenant, consumer } = await subscribe()
    for (const _ of [1, 2, 3, 4]) await forge(await sendEmail(tenant))
    expect(await isDead(consumer)).toBe(false)
    const [fifth, sixth] = [await sendEmail(tenant), await sendEmail(tenant)]
    await Promise.all([forge(fifth), forge(sixth)])
    expect(await isDead(consumer)).toBe(true)
    expect(await sun.balanceOf(consumer)).toBe(19)
    expect(await doubtsOn(fifth, sixth)).toEqual(['too-many'])

    await app.query(`update users set email_dead_at = null where id = ${consumer.id}`)
    const seventh = await sendEmail(tenant)
    await forge(seventh)
    expect([await stateOf(seventh), await isDead(consumer)]).toEqual(['sent', true])

    await app.query(`update users set email_dead_at = null where id = ${consumer.id}`)
    await sun.clock.set(new Date(noon.getTime() + 31 * 24 * 3_600_000))
    const nextMonth = await sendEmail(tenant)
    await forge(nextMonth)
    await sun.clock.set(noon)
    expect([await stateOf(nextMonth), await isDead(consumer)]).toEqual(['undeliverable', false])
  })

  test('from another consumer does not count', async () => {
    const one = await subscribe()
    for (const _ of [1, 2, 3, 4, 5]) await forge(await sendEmail(one.tenant))
    const other = await subscribe()
    const id = await sendEmail(other.tenant)
    await forge(id)
    expect([await stateOf(id), await isDead(other.consumer)]).toEqual(['undeliverable', false])
  })
})

test('an unsubscribe link from before links named their email still works', async () => {
  const { tenant, consumer } = await subscribe()
  const claim = { consumerId: consumer.id, categoryId: tenant.categoryId, deliveryId: null }
  const url = `/v1/unsubscribe/${signUnsubscribe(app.deps.secrets, claim)}`
  expect((await app.client().send({ method: 'POST', url })).status).toBe(200)
  expect(
    (await app.client().send({ method: 'POST', url: url.replace(/-(?=[\w-]{43}$)/, '-7-') })).status,
  ).toBe(404)
})
