import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { signUnsubscribe } from './unsubscribe-token.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

const mediumsOf = async (consumerId: number, categoryId: number) =>
  (
    await app.query<{ medium: string }>(
      `select medium from subscriptions where consumer_id = ${consumerId} and category_id = ${categoryId} order by medium`,
    )
  ).map(({ medium }) => medium)

/** The link of a letter, as a mail program reads it. */
async function receiveLink() {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant)
  await sun.text(tenant)
  await sun.plan()
  await sun.send()
  const response = await fetch(`${app.sandbox.url}/sandbox/messages?to=${consumer.email}`)
  const { data } = (await response.json()) as { data: { headers: Record<string, string> }[] }
  const headers = data[0]?.headers ?? {}
  const link = /^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  return { tenant, consumer, headers, path: new URL(link).pathname }
}

/** A mail program's one-click POST (RFC 8058): no cookie, no token of ours. */
const oneClick = (path: string) =>
  app.client().send({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })

describe('the unsubscribe link of a letter', () => {
  test('acts on POST, on the e-mail of that category alone, and as often as one likes', async () => {
    const { tenant, consumer, headers, path } = await receiveLink()
    const otherCategory = await app.make.category(tenant.id)
    await app.query(
      `insert into subscriptions (tenant_id, consumer_id, category_id, medium) values (${tenant.id}, ${consumer.id}, ${otherCategory}, 'email')`,
    )
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    for (const _ of [1, 2]) {
      const answer = await oneClick(path)
      expect(answer.status).toBe(200)
      expect(answer.body).toContain('You are unsubscribed')
    }
    expect(await mediumsOf(consumer.id, tenant.categoryId)).toEqual(['sms'])
    expect(await mediumsOf(consumer.id, otherCategory)).toEqual(['email'])
    const consents = await app.query(
      `select category_id, medium, act, recipient, wording, source, ip_address from consents where consumer_id = ${consumer.id}`,
    )
    const withdrawn = { medium: 'email', act: 'withdrawn', wording: 'Unsubscribe', source: 'letter-link' }
    const from = { recipient: consumer.email, ipAddress: '127.0.0.1' }
    expect(consents).toEqual([{ categoryId: tenant.categoryId, ...withdrawn, ...from }])
  })

  test('changes nothing on GET, and asks with a button instead', async () => {
    const { tenant, consumer, path } = await receiveLink()
    const answer = await app.client().get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain('<form method="post"><button type="submit">Unsubscribe</button></form>')
    expect(await mediumsOf(consumer.id, tenant.categoryId)).toEqual(['email', 'sms'])
  })

  test('takes the body of a mail program that sends multipart, or none', async () => {
    const { tenant, consumer, path } = await receiveLink()
    const multipart = await app.client().send({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    })
    expect(multipart.status).toBe(200)
    expect(await mediumsOf(consumer.id, tenant.categoryId)).toEqual(['sms'])
    expect((await app.client().send({ method: 'POST', url: path })).status).toBe(200)
  })

  test('that was altered, or signed by someone else, ends nothing', async () => {
    const { tenant, consumer, path } = await receiveLink()
    const stranger = await sun.subscriber(tenant, { mediums: ['email'] })
    const altered = path.replace(`/${consumer.id}-`, `/${stranger.id}-`)
    const foreign = signUnsubscribe(
      { hmac: () => Buffer.alloc(32) },
      { consumerId: stranger.id, categoryId: tenant.categoryId, deliveryId: null },
    )
    for (const bad of [altered, `/v1/unsubscribe/${foreign}`, `${path}x`, '/v1/unsubscribe/1-1']) {
      expect((await oneClick(bad)).status).toBe(404)
      expect((await app.client().get(bad)).status).toBe(404)
    }
    expect(await mediumsOf(stranger.id, tenant.categoryId)).toEqual(['email'])
  })

  test('shows names as text', async () => {
    const { tenant, path } = await receiveLink()
    await app.query(`update categories set name = '<img src=x>' where id = ${tenant.categoryId}`)
    const { body } = await app.client().get(path)
    expect(body).toContain('&lt;img src=x&gt;')
    expect(body).not.toContain('<img')
  })
})
