import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Database } from '../database.ts'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { isMigrated } from '../migrate.ts'
import { isFromThisMachine, namesThisServer } from './forwarding.ts'
import { type Gauges, registerGauges } from './gauges.ts'
import { isLeaving } from './leaving.ts'
import type { Metrics } from './metrics.ts'
import { registerReadiness, requireRoom } from './readiness.ts'

export interface HealthDeps {
  db: Database
  /** Holds uploads under way, and files and an embedded database where there is no other place for them. */
  dataDir: string
  log: Log
  metricsToken: string | undefined
  publicUrl: string
  metrics: Metrics
  /** Figures that the features count, told beside what this process counts. */
  gauges: Gauges
}

/**
 * Registers `/healthz` (process up), `/readyz` (database reachable and migrated, room on the disk, and not about to close)
 * and `/metrics` (Prometheus text). All of them answer while the database is away.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, dataDir, log, metricsToken, publicUrl, metrics, gauges }: HealthDeps,
): void {
  const registry = new Registry()
  const readMetrics = metrics(registry)
  collectDefaultMetrics({ register: registry })
  registerGauges(registry, gauges, log)
  const checks = {
    database: async () => {
      if (!(await isMigrated(db.reader))) throw new Error('The database lacks a migration')
    },
    disk: () => requireRoom(dataDir),
  }
  const findFault = registerReadiness(registry, checks, log)
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async () => {
    if (isLeaving(app)) throw new DomainError('unavailable')
    const fault = await findFault()
    if (fault) throw Object.assign(new DomainError('unavailable'), { cause: fault })
    return { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, metricsToken, publicUrl)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await readMetrics())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined, publicUrl: string): boolean {
  if (isFromThisMachine(request) && namesThisServer(request, publicUrl)) return true
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token ?? ''}`)
  return token !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
}
