import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { addCustomer, customerFields } from '../../../test/customers.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { loadWebBuild } from './web-build.ts'

const appDocument = '<!doctype html><title>The app</title>'
const loginDocument =
  '<!doctype html><title>The login</title><script>go()</script><style>a{top:0}</style><script src="/a.js"></script>'
const script = 'export const answer = 42\n'

let app: TestApp
let folder: string
let tenant: MadeTenant
/** The product with its pages, with and without a default tenant. */
let pages: FastifyInstance
let rootPages: FastifyInstance

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  folder = await mkdtemp(join(tmpdir(), 'almanac-pages-'))
  const webFolder = new URL('../../../../web/', import.meta.url)
  await cp(new URL('public', webFolder), folder, { recursive: true })
  await build({
    configFile: fileURLToPath(new URL('vite.landing.config.ts', webFolder)),
    logLevel: 'error',
    build: { outDir: join(folder, 'landing') },
  })
  await writeFile(join(folder, 'index.html'), appDocument)
  await writeFile(join(folder, 'login.html'), loginDocument)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), script)
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync(script))
  const web = await loadWebBuild(folder)
  const config = { ...app.deps.config, DEFAULT_TENANT: undefined }
  rootPages = await buildApp({ ...app.deps, config, web })
  pages = await buildApp({ ...app.deps, config: { ...config, DEFAULT_TENANT: tenant.url }, web })
})
afterAll(async () => {
  await pages.close()
  await rootPages.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function visit(url: string, visitor?: TestClient, from = pages) {
  const cookie = [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  return from.inject({ method: 'GET', url, headers: { cookie } })
}

describe('the landing page', () => {
  test('is that of today where the news of a change was lost', async () => {
    const { id, url } = await app.make.tenant()
    await visit(`/${url}`)
    await app.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    )
    await app.query(`update tenants set company_name = 'Named Meanwhile' where id = ${id}`)
    await expect
      .poll(() => visit(`/${url}`).then(({ body }) => body), { timeout: 5_000 })
      .toContain('Named Meanwhile')
  })

  test('is served under the slug in any case, without a script', async () => {
    for (const slug of [tenant.url, tenant.url.toUpperCase()]) {
      const page = await visit(`/${slug}`)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain(`About Company ${tenant.url}`)
      expect(page.body).toContain(`href="/${tenant.url}/login#register"`)
      expect(page.body).not.toContain('<script')
    }
  })

  test('is not sent again to who has it', async () => {
    const first = await visit(`/${tenant.url}`)
    for (const tags of [String(first.headers.etag), `"other", W/${first.headers.etag}`, '*']) {
      const headers = { 'if-none-match': tags }
      const again = await pages.inject({ method: 'GET', url: `/${tenant.url}`, headers })
      expect([again.statusCode, again.body], tags).toEqual([304, ''])
    }
  })

  test('once made, costs no statement, no limit and no cookie; what is not made yet does', async () => {
    const config = { ...app.deps.config, RATE_LIMIT_SESSION: 3 }
    const busy = await buildApp({ ...app.deps, config, web: await loadWebBuild(folder) })
    try {
      expect((await visit(`/${tenant.url}`, undefined, busy)).statusCode).toBe(200)
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => visit(`/${tenant.url}`, undefined, busy)),
      )
      expect(asked).not.toHaveBeenCalled()
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      expect(answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])

      const unknown = await Promise.all(
        Array.from({ length: 20 }, (_, index) => visit(`/nobody-${index}`, undefined, busy)),
      )
      const refused = unknown.filter(({ statusCode }) => statusCode === 429)
      expect(refused.length).toBeGreaterThanOrEqual(16)
    } finally {
      vi.restoreAllMocks()
      await busy.close()
    }
  })

  test('sends signed-in visitors to their own start, whoever they are', async () => {
    const consumer = await app.signIn((await app.make.consumer(tenant)).username, tenant)
    const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
    const admin = await app.signIn((await app.make.admin()).username, null)
    const another = await app.make.tenant()
    const homes = [
      [consumer, `/${tenant.url}/dashboard`],
      [operator, `/${tenant.url}/customer/revenue-report`],
      [admin, '/admin/customers'],
    ] as const
    for (const [visitor, home] of homes) {
      for (const path of [`/${tenant.url}`, `/${another.url}`]) {
        const page = await visit(path, visitor)
        expect(page.statusCode, path).toBe(302)
        expect(page.headers.location, path).toContain(home)
      }
    }
  })

  test('that cannot be made is an error page', async () => {
    const broken = await app.make.tenant()
    await app.query('alter table category_mediums rename to category_mediums_gone')
    try {
      const page = await visit(`/${broken.url}`)
      expect(page.statusCode).toBe(503)
      expect(page.body).toContain('This page could not be loaded')
    } finally {
      await app.query('alter table category_mediums_gone rename to category_mediums')
    }
    expect((await visit(`/${broken.url}`)).statusCode).toBe(200)
  })
})

describe('the start page', () => {
  test('leads to the default tenant', async () => {
    const page = await visit('/')
    expect([page.statusCode, page.headers.location]).toEqual([302, `/${tenant.url}`])
  })

  test('is a page of its own where there is no default tenant', async () => {
    const page = await visit('/', undefined, rootPages)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('href="/admin/login"')
  })
})

describe('an address', () => {
  test.each(['dashboard', 'packages/purchase', 'customer/categories', 'profile/edit/verification'])(
    'of a screen is the app: %s',
    async (path) => {
      const page = await visit(`/${tenant.url}/${path}`)
      expect([page.statusCode, page.body]).toEqual([200, appDocument])
    },
  )

  test('of the login is its own document, known by its tag', async () => {
    const { statusCode, body, headers } = await visit(`/${tenant.url}/login`)
    expect([statusCode, body]).toEqual([200, loginDocument])
    expect((await visit(`/${tenant.url}/profile`)).body).toBe(appDocument)
    expect((await visit('/admin/login')).body).toBe(appDocument)
    const packed = await pages.inject({
      url: `/${tenant.url}/login`,
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
    })
    expect(packed.statusCode).toBe(304)
  })

  test('of the login may run and show what stands in it itself, and nothing else', async () => {
    const rulesOf = async (path: string) => {
      const policy = String((await visit(path)).headers['content-security-policy'])
      return policy.split(';').filter((rule) => /^(?:script|style)-src/.test(rule))
    }
    expect(await rulesOf(`/${tenant.url}/login`)).toEqual([
      "script-src 'self' 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='",
      "style-src 'self' 'sha256-+ZMTmgbxs1dT8R7WsQbCwgLtHCcr1JIhDJDy4jp+cTU='",
    ])
    expect(await rulesOf(`/${tenant.url}/profile`)).toEqual(["script-src 'self'", "style-src 'self'"])
  })

  test('lets those who check pages ask for robots.txt from it, and nothing of other origins', async () => {
    const policy = String((await visit(`/${tenant.url}`)).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy.split('; ').filter((rule) => rule.startsWith('connect-src'))).toEqual([
      "connect-src 'self'",
    ])
    expect((await visit('/robots.txt')).body).toMatch(/^User-agent: \*/)
  })

  test('of an unknown tenant is the not-found page with 404, and so is the app on it', async () => {
    const landing = await visit('/no-such-company')
    expect(landing.statusCode).toBe(404)
    expect(landing.body).toContain('404 Page Not Found!')
    expect(landing.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await visit('/no-such-company/login')).statusCode).toBe(404)
  })

  test('of a deleted tenant is not found', async () => {
    const gone = await app.make.tenant()
    expect((await visit(`/${gone.url}`)).statusCode).toBe(200)
    await app.deps.db.transact(async (tx) => {
      await sql`update tenants set deleted_at = now() where id = ${gone.id}`.execute(tx)
      await announceChange(tx, { topic: 'profile', tenantId: gone.id })
    })
    await vi.waitFor(async () => expect((await visit(`/${gone.url}`)).statusCode).toBe(404), 5_000)
    expect((await visit(`/${gone.url}/login`)).statusCode).toBe(404)
  })

  test('of a customer that an admin changes or deletes is new at every server', async () => {
    const other = await startTestApp({ databaseOf: app })
    const otherPages = await buildApp({ ...other.deps, web: await loadWebBuild(folder) })
    try {
      const admin = await app.signIn((await app.make.admin()).username, null)
      const fields = customerFields()
      // Asked for before there is one.
      for (const server of [pages, otherPages])
        expect((await visit(`/${fields.url}`, undefined, server)).statusCode).toBe(404)
      const { body } = await addCustomer(admin, fields)
      for (const server of [pages, otherPages]) {
        const landing = await visit(`/${fields.url}`, undefined, server)
        expect(landing.body).toContain(`About ${fields.companyName}`)
      }
      await admin.put(`/v1/admin/customer/${body.id}`, { ...fields, companyName: 'Polaris Two' })
      const words = async () =>
        Promise.all(
          [pages, otherPages].map(
            async (server) =>
              /About (Polaris Two|Nova [^<]+)/.exec(
                (await visit(`/${fields.url}`, undefined, server)).body,
              )?.[1],
          ),
        )
      await expect.poll(words).toEqual(['Polaris Two', 'Polaris Two'])
      await admin.delete(`/v1/admin/delete-customer/${body.id}`)
      const statuses = async () => {
        const all = [pages, otherPages].flatMap((server) =>
          ['', '/login', '/dashboard'].map((path) => visit(`/${fields.url}${path}`, undefined, server)),
        )
        return (await Promise.all(all)).map(({ statusCode }) => statusCode)
      }
      await expect.poll(statuses).toEqual(Array(6).fill(404))
    } finally {
      await otherPages.close()
      await other.close()
    }
  })

  test("that leads nowhere is the not-found page, in its tenant's name where it has one", async () => {
    for (const path of [`/${tenant.url}/no/such/screen`, `/${tenant.url.toUpperCase()}/dashboard/nothing`]) {
      const page = await visit(path)
      expect(page.statusCode).toBe(404)
      expect(page.body).toContain('404 Page Not Found!')
      expect(page.body).toContain(`<span>Company ${tenant.url}</span>`)
      expect(page.body).toContain(`href="/${tenant.url}"`)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    }
    for (const path of [
      '/admin/nothing',
      '/admin/packages',
      '/ADMIN/dashboard',
      '/no-such-company/dashboard',
      '/a/b/c/d',
    ]) {
      const page = await visit(path)
      expect(page.statusCode).toBe(404)
      expect(page.body).toContain('<span>Almanac</span>')
      expect(page.body).toContain('<a class="btn" href="/">')
    }
  })

  test('that leads nowhere is in the name that its tenant has now', async () => {
    const renamed = await app.make.tenant()
    const path = `/${renamed.url}/nothing`
    expect((await visit(path)).body).toContain(`<span>Company ${renamed.url}</span>`)
    await app.deps.db.transact(async (tx) => {
      await sql`update tenants set company_name = 'Polaris' where id = ${renamed.id}`.execute(tx)
      await announceChange(tx, { topic: 'profile', tenantId: renamed.id })
    })
    await vi.waitFor(async () => expect((await visit(path)).body).toContain('<span>Polaris</span>'), 5_000)
  })

  test('that leads nowhere is 404, for people and for programs', async () => {
    expect((await visit(`/${tenant.url}/no/such/screen`)).statusCode).toBe(404)
    const call = await visit('/v1/no/such/call')
    expect(call.statusCode).toBe(404)
    expect(call.json()).toMatchObject({ code: 'not_found', message: expect.any(String) })
    for (const path of ['/v1', '/v1/', '/V1'])
      expect((await visit(path)).json()).toMatchObject({ code: 'not_found' })
    expect((await visit('/admin')).headers.location).toBe('/admin/login')
  })
})

test.each([
  ['/robots.txt', 'text/plain', /^User-agent: /],
  ['/favicon.svg', 'image/svg+xml', /<svg/],
  ['/favicon.ico', 'image/x-icon|image/vnd.microsoft.icon', /PNG/],
  ['/manifest.webmanifest', 'application/manifest+json', /"icons"/],
])('%s is a real file', async (path, type, content) => {
  const file = await visit(path)
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toMatch(new RegExp(type.replaceAll('+', '\\+')))
  expect(file.body).toMatch(content)
})

describe('a part of the app', () => {
  const part = (url: string) => pages.inject({ url, headers: { 'accept-encoding': 'br' } })

  test('is sent compressed, and kept for good', async () => {
    const { statusCode, headers, rawPayload } = await part('/assets/app-1a2b.js')
    expect([statusCode, headers['content-encoding']]).toEqual([200, 'br'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['set-cookie']).toBeUndefined()
    expect(brotliDecompressSync(rawPayload).toString()).toBe(script)
    expect((await visit('/assets/app-1a2b.js')).body).toBe(script)
    expect((await part('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test.each([
    '/assets/app-9z9z.js',
    '/assets/',
    '/assets',
    '/assets/..%2flogin.html',
    '/assets/..%5clogin.html',
  ])('that there is not is said to programs: %s', async (url) => {
    const { statusCode, body } = await part(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(statusCode).toBeLessThan(500)
    expect(body).not.toContain('The login')
  })
})

describe("a tenant's details", () => {
  const details = () => ({
    companyName: `Company ${tenant.url}`,
    details: 'Readings for the twelve signs.',
    imageUrl: null,
    logoUrl: null,
    thresholdToken: 2,
    subscriptionCategory: [{ id: tenant.categoryId, name: expect.any(String), imageUrl: null }],
  })

  test('are open to all by url', async () => {
    const answer = await app.client().get(`/v1/customer-details-by-url/${tenant.url.toUpperCase()}`)
    expect([answer.status, answer.body]).toMatchObject([200, details()])
    expect((await app.client().get('/v1/customer-details-by-url/no-such-company')).status).toBe(404)
  })

  test('are the landing data too, under customerDetails', async () => {
    const answer = await app.client().get(`/v1/customers/${tenant.url}/landingpage`)
    expect([answer.status, answer.body]).toMatchObject([200, { customerDetails: details() }])
  })
})
