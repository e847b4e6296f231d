import { endpoints } from '@almanac/contract'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { audioRoutes } from './features/audio/index.ts'
import { auditRoutes } from './features/audit/index.ts'
import {
  autoPurchaseCount,
  autoPurchasePackageId,
  autoPurchaseRoutes,
} from './features/auto-purchase/index.ts'
import { calendarRoutes } from './features/calendar/index.ts'
import { categoryRoutes } from './features/categories/index.ts'
import { consumerRoutes } from './features/consumers/index.ts'
import {
  categoryFollowers,
  deliveryRoutes,
  readDeliverySummaries,
  registerDeliveryWebhooks,
} from './features/delivery/index.ts'
import {
  addressLimits,
  createSessionResolver,
  identityRoutes,
  prolongSession,
} from './features/identity/index.ts'
import { ledgerRoutes } from './features/ledger/index.ts'
import { mediaRoutes } from './features/media/index.ts'
import { figureSamples, gaugeHelp, operationsRoutes } from './features/operations/index.ts'
import { packageRoutes } from './features/packages/index.ts'
import { listProviders, paymentRoutes, registerPaymentWebhooks } from './features/payments/index.ts'
import { profileRoutes } from './features/profile/index.ts'
import { refundRoutes } from './features/refunds/index.ts'
import { rehearsalRoutes } from './features/rehearsal/index.ts'
import { reportRoutes } from './features/reports/index.ts'
import { registerPages, storefrontRoutes } from './features/storefront/index.ts'
import { subscribedMediums, subscriptionRoutes } from './features/subscriptions/index.ts'
import { supportRoutes } from './features/support/index.ts'
import { tenantAdminRoutes } from './features/tenant-admin/index.ts'
import { requireTenant } from './features/tenants/index.ts'
import { textRoutes } from './features/texts/index.ts'
import type { Route } from './platform/http/bind.ts'
import { BrowserCookie } from './platform/http/browser-cookie.ts'
import { Csrf } from './platform/http/csrf.ts'
import { registerDocs } from './platform/http/docs.ts'
import { openEventStreams } from './platform/http/event-stream.ts'
import { register } from './platform/http/handle.ts'
import { registerHealth } from './platform/http/health.ts'
import { lastAnswersMs } from './platform/http/leaving.ts'
import { type Metrics, ownMetrics } from './platform/http/metrics.ts'
import { refuseOtherMethods } from './platform/http/other-methods.ts'
import { registerSandboxProxy } from './platform/http/sandbox-proxy.ts'
import { type CallStore, createServer } from './platform/http/server.ts'
import { RecentSessions, SessionCookie } from './platform/http/session.ts'

/** Pictures that any cache may keep: no cookie is set with them. */
const publicPictures = '/v1/images/public/'

/** What one of several web processes counts together with the others. */
export interface Shared {
  calls: CallStore
  metrics: Metrics
}

/** Every route of the product. Servers and tests build the very same thing. */
export async function buildApp(
  deps: Deps,
  { calls, metrics }: Shared = { calls: undefined, metrics: ownMetrics },
): Promise<FastifyInstance> {
  const { config, db, publicUrl, secrets } = deps
  const cookie = new SessionCookie(publicUrl)
  const csrf = new Csrf(secrets, publicUrl)
  const recentSessions = new RecentSessions()
  const security = {
    publicUrl,
    pageSources: deps.pageSources,
    isolatesOrigin: deps.cardFields.mode === 'live',
  }
  const app = await createServer({
    ...security,
    log: deps.log,
    cookie,
    recentSessions,
    trustProxy: config.TRUST_PROXY,
    isOnSocket: config.SOCKET !== undefined,
    lastAnswersMs: lastAnswersMs(config),
    callsPerSecond: config.RATE_LIMIT_SESSION,
    callStore: calls,
  })
  const pipeline = {
    csrf,
    cookie,
    browserCookie: new BrowserCookie(publicUrl),
    uploadDir: deps.uploadDir,
    resolveSession: createSessionResolver(db),
    prolongSession: (tokenHash: Buffer) => prolongSession(db.reader, tokenHash),
    recentSessions,
    requireTenant: (customerUrl: string) => requireTenant(db.reader, customerUrl),
  }
  const streams = openEventStreams({ ...deps, ...pipeline })
  app.addHook('preClose', async () => streams.endAll())
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isFree || request.url.startsWith(publicPictures)) return
    csrf.offer(request, reply, cookie.read(request))
  })
  await app.register(async (api) => {
    await api.register(fastifyMultipart, { throwFileSizeLimit: false })
    const routes = [streams.route, ...allRoutes(deps)]
    for (const route of routes) register(api, route, pipeline)
    refuseOtherMethods(
      api,
      routes.map(({ endpoint }) => endpoint),
    )
  })
  await registerPaymentWebhooks(app, deps)
  registerDeliveryWebhooks(app, deps)
  registerHealth(app, {
    db,
    dataDir: config.DATA_DIR,
    log: deps.log,
    metricsToken: config.METRICS_TOKEN,
    publicUrl,
    metrics,
    gauges: { help: gaugeHelp, read: () => figureSamples(db.reader, listProviders(deps)) },
  })
  registerDocs(app, endpoints, publicUrl)
  if (deps.sandbox) await registerSandboxProxy(app, deps.sandbox.url, publicUrl)
  if (deps.web) {
    const { DEFAULT_TENANT: defaultTenant } = config
    await registerPages(app, { ...deps, ...pipeline, defaultTenant, build: deps.web, security })
  }
  return app
}

function allRoutes(deps: Deps): Route[] {
  return [
    ...audioRoutes(deps),
    ...auditRoutes(deps),
    ...autoPurchaseRoutes(deps),
    ...calendarRoutes(deps),
    ...categoryRoutes({ ...deps, subscribedMediums, followers: categoryFollowers(deps) }),
    ...consumerRoutes(deps),
    ...deliveryRoutes(deps),
    ...identityRoutes({ ...deps, limits: addressLimits(deps.config) }),
    ...mediaRoutes(deps),
    ...ledgerRoutes(deps),
    ...operationsRoutes(deps),
    ...packageRoutes({ ...deps, autoPurchasePackageId, autoPurchaseCount }),
    ...paymentRoutes(deps),
    ...profileRoutes(deps),
    ...refundRoutes(deps),
    ...rehearsalRoutes(deps),
    ...reportRoutes(deps),
    ...storefrontRoutes(deps),
    ...subscriptionRoutes(deps),
    ...supportRoutes(deps),
    ...tenantAdminRoutes(deps),
    ...textRoutes({ ...deps, readDeliverySummaries }),
  ]
}
