import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { addImage } from '../../features/media/index.ts'
import { permissionsPolicy } from './permissions-policy.ts'

let app: TestApp
let picture: string

beforeAll(async () => {
  app = await startTestApp()
  const tenant = await app.make.tenant()
  const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const path = await addImage(app.deps, {
    tenantId: tenant.id,
    folder: tenant.url,
    content,
    extension: 'svg',
    isPublic: true,
  })
  picture = `/v1/images/public/${path}`
})
afterAll(() => app.close())

/** Answers of every kind that is made somewhere else. */
const kinds: [string, () => { url: string; method?: 'GET' | 'PATCH' | 'POST' | 'OPTIONS' }][] = [
  ['of a call', () => ({ url: '/v1/user/logout' })],
  ['of a call that fails', () => ({ url: '/v1/token-validity' })],
  ['about an unknown address', () => ({ url: '/v1/nothing' })],
  ['about an address that is none', () => ({ url: '/%ZZ' })],
  ['about a wrong method', () => ({ url: '/v1/admin/login', method: 'PATCH' })],
  ['about an unknown method', () => ({ url: '/', method: 'OPTIONS' })],
  ['with a picture', () => ({ url: picture })],
  ['to a provider', () => ({ url: '/v1/webhooks/stripe', method: 'POST' })],
  ['to who watches', () => ({ url: '/healthz' })],
  ['with the reference', () => ({ url: '/docs' })],
  ['to who unsubscribes', () => ({ url: '/v1/unsubscribe/1-1' })],
]

describe.each(kinds)('an answer %s', (_kind, request) => {
  test('says what its page may not do', async () => {
    const { headers } = await app.server.inject({ method: 'GET', ...request() })
    const allowed = String(headers['permissions-policy'])
      .split(', ')
      .filter((part) => !part.endsWith('=()') && !/^(payment|publickey-credentials-get)=/.test(part))
    expect(allowed).toEqual(['autoplay=(self)'])
    expect(headers['permissions-policy']).toContain('microphone=()')
  })

  test('takes no style but from our own files, or by its hash', async () => {
    const { headers, body } = await app.server.inject({ method: 'GET', ...request() })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain('default-src')
    expect(policy).not.toContain('unsafe')
    const [, sheet] = body.match(/<style>([\s\S]*?)<\/style>/) ?? []
    if (sheet === undefined) return
    expect(policy).toContain(`'sha256-${createHash('sha256').update(sheet).digest('base64')}'`)
  })
})

test('the card provider’s frames, on https alone, may show what a bank asks for', () => {
  const policy = permissionsPolicy(['https://js.stripe.com', 'http://127.0.0.1:4000'])
  expect(policy).toMatch(/, payment=\("https:\/\/js\.stripe\.com"\), /)
  expect(policy).toMatch(/, publickey-credentials-get=\("https:\/\/js\.stripe\.com"\)$/)
  expect(permissionsPolicy([])).toMatch(/, payment=\(\), publickey-credentials-get=\(\)$/)
})
