import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { addImage } from './index.ts'

const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

let app: TestApp
let tenant: MadeTenant

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
})
afterAll(() => app.close())

const add = (isPublic: boolean) =>
  addImage(app.deps, {
    tenantId: tenant.id,
    folder: tenant.url,
    content: drawing,
    extension: 'svg',
    isPublic,
  })

const memberOf = async (of: MadeTenant) => app.signIn((await app.make.consumer(of)).username, of)

describe('a picture', () => {
  test('of a public page is open to all, and to any cache', async () => {
    const path = await add(true)
    const answer = await app.client().get(`/v1/images/public/${path}`)
    expect([answer.status, answer.raw]).toEqual([200, drawing])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('of a tenant is open to its own people and to admins alone', async () => {
    const path = await add(false)
    const admin = await app.signIn((await app.make.admin()).username, null)
    const seenBy = async (client: ReturnType<TestApp['client']>) =>
      (await client.get(`/v1/images/${path}`)).status
    expect(await seenBy(await memberOf(tenant))).toBe(200)
    expect(await seenBy(admin)).toBe(200)
    const { headers } = await admin.get(`/v1/images/${path}`)
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(await seenBy(await memberOf(await app.make.tenant()))).toBe(404)
    expect(await seenBy(app.client())).toBe(401)
    expect((await app.client().get(`/v1/images/public/${path}`)).status).toBe(404)
  })

  test('that is an SVG can do nothing even when it is opened by itself', async () => {
    const answer = await app.client().get(`/v1/images/public/${await add(true)}`)
    expect(answer.headers['content-type']).toContain('image/svg+xml')
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('is not sent again to who has it', async () => {
    const client = await memberOf(tenant)
    const url = `/v1/images/${await add(false)}`
    const etag = String((await client.get(url)).headers.etag)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await client.get(url, { headers: { 'if-none-match': tags } })
      expect([again.status, again.raw.length], tags).toEqual([304, 0])
      expect(again.headers['cache-control']).toMatch(/^private,/)
      expect(again.headers['x-content-type-options']).toBe('nosniff')
      expect(again.headers['content-security-policy']).toMatch(/default-src 'none'/)
    }
    expect((await client.get(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const head = await client.send({ method: 'HEAD', url, headers: { 'if-none-match': etag } })
    expect(head.status).toBe(304)
  })
})
