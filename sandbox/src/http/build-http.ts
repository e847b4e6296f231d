import Fastify, { type FastifyInstance } from 'fastify'
import qs from 'qs'
import type { World } from '../context.ts'
import { controlRoutes } from '../control/routes.ts'
import { frameRoutes } from '../frame/routes.ts'
import { pageRoutes } from '../pages/routes.ts'
import { paypalRoutes } from '../paypal/routes.ts'
import { stripeRoutes } from '../stripe/routes.ts'
import { twilioRoutes } from '../twilio/routes.ts'

const largestBody = 64 * 1024 * 1024
const parseForm = (text: string) => qs.parse(text, { depth: 10, arrayLimit: 1000, parameterLimit: 5000 })

/** Builds the one HTTP server that speaks for all the providers and serves the sandbox's own pages. */
export async function buildHttp(world: World): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: largestBody,
    forceCloseConnections: true,
    routerOptions: { querystringParser: (text) => parseForm(text) as Record<string, string> },
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, parseForm(String(body)))
    },
  )
  app.get('/healthz', async () => ({ status: 'ok' }))
  stripeRoutes(app, world.stripe)
  paypalRoutes(app, world.paypal)
  twilioRoutes(app, world.twilio)
  controlRoutes(app, world)
  frameRoutes(app, world)
  pageRoutes(app, world)
  await app.ready()
  return app
}
