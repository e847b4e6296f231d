import { join } from 'node:path'
import { homePath, isPagePath, paths, readTenantSlug } from '@almanac/contract/pages'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { matchesTag } from '../../platform/http/entity-tags.ts'
import { type SecurityOptions, securityHeaders } from '../../platform/http/security-headers.ts'
import { type ResolveSession, type SessionCookie, sessionKeyOf } from '../../platform/http/session.ts'
import type { WakeupListener } from '../../platform/wakeups.ts'
import { requireTenant, type Tenant } from '../tenants/index.ts'
import { hashInline } from './hash-inline.ts'
import { type DatedPage, finishPage, LandingCache } from './landing-cache.ts'
import { landingInput, notFoundInput, plainInput } from './landing-input.ts'
import { PackedPage } from './packed-page.ts'
import type { WebBuild } from './web-build.ts'

export interface PageDeps {
  db: Database
  clock: Clock
  wakeups: WakeupListener
  publicUrl: string
  defaultTenant: string | undefined
  build: WebBuild
  security: SecurityOptions
  cookie: SessionCookie
  resolveSession: ResolveSession
}

/** Every path that is not an API call: the landing page, the app's screens, static files, and what does not exist. */
export async function registerPages(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { build } = deps
  const nowMs = () => deps.clock.now().getTime()
  const landing = new LandingCache((slug) => renderTenant(deps, slug), nowMs)
  const notFound = new LandingCache((slug) => renderNotFound(deps, slug), nowMs)
  const dropAll = () => {
    landing.drop()
    notFound.drop()
  }
  deps.wakeups.onChange(({ topic }) => {
    if (topic !== 'balance') dropAll()
  })
  deps.wakeups.onMissed(dropAll)
  const login = packLogin(build.loginDocument, deps.security)
  const plain = renderPlainPages(build)
  // The page that most will ask for is made while the rest of the start goes on.
  if (deps.defaultTenant) landing.get(deps.defaultTenant).catch(() => undefined)

  const spendLimit = limitOf(app)
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, isFree: true }
    })
    // What they are named after does not change.
    await files.register(fastifyStatic, {
      root: join(build.folder, 'assets'),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    })
    await files.register(fastifyStatic, {
      root: build.folder,
      wildcard: false,
      decorateReply: false,
      index: false,
      preCompressed: true,
      maxAge: '1h',
      globIgnore: ['assets/**', 'index.html*', 'login.html*', 'landing/**', 'manifest.json*'],
    })
  })

  app.get('/', async (_request, reply) => {
    const slug = deps.defaultTenant
    if (slug && (await landing.get(slug))) return reply.redirect(paths.landing(slug), 302)
    return sendPage(reply, plain.root, 200, undefined)
  })

  app.get<{ Params: { slug: string } }>('/:slug', { config: { isFree: true } }, async (request, reply) => {
    const slug = request.params.slug.toLowerCase()
    const kept = deps.cookie.read(request) ? undefined : landing.kept(slug)
    if (kept) return sendPage(reply, kept, 200, request)
    await spendLimit(request)
    if (slug === 'v1') throw new DomainError('not_found')
    if (slug === 'admin') return reply.redirect(paths.admin.login(), 302)
    const home = await homeOf(deps, request)
    if (home) return reply.header('cache-control', 'no-store').redirect(home, 302)
    const page = await landing.get(slug).catch((error: unknown) => {
      request.log.error({ err: error }, 'the landing page failed')
      return plain.failed
    })
    if (page === plain.failed) return sendPage(reply, page, 503, undefined)
    return page ? sendPage(reply, page, 200, request) : sendPage(reply, plain.notFound, 404, undefined)
  })

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const slug = readTenantSlug(path)
    const exists = isPagePath(path) && (slug === null || (await landing.get(slug)) !== null)
    const isLogin = slug !== null && path === paths.login(slug)
    if (exists) return sendPage(reply, isLogin ? login : build.appDocument, 200, request)
    const own = slug === null ? null : await notFound.get(slug).catch(() => null)
    return sendPage(reply, own ?? plain.notFound, 404, undefined)
  })
}

/** Spends the limit of an address in a handler that does so only where an answer costs something. */
function limitOf(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const check = app.createRateLimit({ allowList: [] })
  return async (request) => {
    const spent = await check(request)
    if (!spent.isAllowed && spent.isExceeded) throw new DomainError('rate_limited', { retryAfterSeconds: 1 })
  }
}

async function findTenant(deps: PageDeps, slug: string): Promise<Tenant | null> {
  return requireTenant(deps.db.reader, slug).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null
    throw error
  })
}

async function renderNotFound(deps: PageDeps, slug: string): Promise<DatedPage | null> {
  const tenant = await findTenant(deps, slug)
  return tenant && { page: finishPage(deps.build.landing.renderPlainPage(notFoundInput(tenant))) }
}

async function renderTenant(deps: PageDeps, slug: string): Promise<DatedPage | null> {
  const tenant = await findTenant(deps, slug)
  if (!tenant) return null
  const input = await landingInput(deps.db.reader, tenant, deps.clock.now(), deps.publicUrl)
  const { validUntil, ...page } = deps.build.landing.renderLanding(input)
  return { page: finishPage(page), validUntil }
}

/** The one document of the app that has scripts and styles of its own in it. */
function packLogin(html: string, security: SecurityOptions): PackedPage {
  const headers = securityHeaders({ ...security, inline: hashInline(html) })
  const policy = 'content-security-policy'
  return new PackedPage(Buffer.from(html), { 'cache-control': 'no-cache', [policy]: headers[policy] ?? '' })
}

function renderPlainPages({ landing }: WebBuild) {
  return {
    notFound: finishPage(landing.renderPlainPage(plainInput({ kind: 'not-found', tenant: null }))),
    failed: finishPage(landing.renderPlainPage(plainInput({ kind: 'error', retryUrl: '', requestId: null }))),
    root: finishPage(landing.renderPlainPage(plainInput({ kind: 'root' }))),
  }
}

/** Where a signed-in visitor of a public page is sent on to; null for everybody else. */
async function homeOf(deps: PageDeps, request: FastifyRequest): Promise<string | null> {
  const token = deps.cookie.read(request)
  if (!token) return null
  const found = await deps.resolveSession(sessionKeyOf(token)).catch(() => null)
  return found && homePath(found.session.role, found.session.tenantUrl ?? '')
}

function sendPage(
  reply: FastifyReply,
  page: PackedPage,
  status: number,
  request: FastifyRequest | undefined,
): FastifyReply {
  reply.code(status).headers(page.headers)
  if (request && matchesTag(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  const accepted = String(reply.request.headers['accept-encoding'] ?? '')
  const { encoding, bytes } = page.encodedFor(accepted)
  return (encoding === 'identity' ? reply : reply.header('content-encoding', encoding)).send(bytes)
}
