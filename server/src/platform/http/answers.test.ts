import { endpoint } from '@almanac/contract/endpoint'
import fastifyCookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { TestClient } from '../../../test/client.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createSessionResolver, prolongSession } from '../../features/identity/index.ts'
import { requireTenant } from '../../features/tenants/index.ts'
import { DomainError } from '../errors.ts'
import { bind, type Route } from './bind.ts'
import { BrowserCookie } from './browser-cookie.ts'
import { Csrf } from './csrf.ts'
import { register } from './handle.ts'
import { RecentSessions, SessionCookie } from './session.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The product's own pipeline around routes that no feature has. */
async function serve(...routes: Route[]): Promise<TestClient> {
  const { publicUrl, secrets, db, uploadDir } = app.deps
  const server = fastify()
  await server.register(fastifyCookie)
  const pipeline = {
    csrf: new Csrf(secrets, publicUrl),
    cookie: new SessionCookie(publicUrl),
    browserCookie: new BrowserCookie(publicUrl),
    recentSessions: new RecentSessions(),
    uploadDir,
    resolveSession: createSessionResolver(db),
    prolongSession: (tokenHash: Buffer) => prolongSession(db.reader, tokenHash),
    requireTenant: (customerUrl: string) => requireTenant(db.reader, customerUrl),
  }
  for (const route of routes) register(server, route, pipeline)
  return new TestClient(server)
}

const reading = z.object({ id: z.number(), name: z.string() })
const declared = { method: 'GET', summary: 'For this test', actor: 'public', errors: [] } as const

describe('an answer', () => {
  test('says what was declared and nothing else, however deep it is', async () => {
    const one = endpoint({
      ...declared,
      path: '/v1/test/one',
      response: reading.extend({ rows: z.array(reading), nested: reading.nullable() }),
    })
    const secret = { passwordHash: '$argon2id$', stripeCustomerId: 'cus_1', tenantId: 7 }
    const row = { id: 1, name: 'A reading', ...secret }
    const client = await serve(bind(one, async () => ({ ...row, rows: [row, row], nested: row })))
    const { status, body } = await client.get('/v1/test/one')
    expect(status).toBe(200)
    const left = { id: 1, name: 'A reading' }
    expect(body).toEqual({ ...left, rows: [left, left], nested: left })
  })

  test('of one of several shapes says what that shape declares', async () => {
    const either = endpoint({
      ...declared,
      path: '/v1/test/either',
      response: z.union([reading, z.object({ requiresAction: z.literal(true) })]),
    })
    const answer = { requiresAction: true, id: 1 } as const
    const client = await serve(bind(either, async () => answer))
    expect((await client.get('/v1/test/either')).body).toEqual({ requiresAction: true })
  })

  test('that lacks what was declared is a bug, and shows nothing of itself', async () => {
    const wrong = endpoint({ ...declared, path: '/v1/test/wrong', response: reading })
    const client = await serve(bind(wrong, async () => ({ id: 1, secret: 'sesame' }) as never))
    const { status, body, raw } = await client.get('/v1/test/wrong')
    expect([status, body.code]).toEqual([500, 'internal'])
    expect(raw.toString()).not.toContain('sesame')
  })

  test('that fails as was not declared is a bug, and shows nothing of itself', async () => {
    const failing = endpoint({ ...declared, path: '/v1/test/failing', response: reading })
    const client = await serve(
      bind(failing, async () => {
        throw new DomainError('username_taken', { message: 'sesame', extra: { secret: 'sesame' } })
      }),
    )
    const { status, body, raw } = await client.get('/v1/test/failing')
    expect([status, body.code]).toEqual([500, 'internal'])
    expect(raw.toString()).not.toContain('sesame')
  })
})
