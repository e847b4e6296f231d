import type { FastifyInstance, FastifyReply } from 'fastify'
import type { World } from '../context.ts'
import { assetRoutes } from '../http/assets.ts'
import { receiveFromPhone } from '../twilio/inbound.ts'
import { actionRoutes, back } from './action-routes.ts'
import { dataRoutes } from './data-routes.ts'
import { inboxPage } from './inbox-page.ts'
import { empty, layout, sendPage } from './layout.ts'
import { messagePage, oneClickAddress } from './message-page.ts'
import { moneyPage } from './money-page.ts'
import { phonePage } from './phone-page.ts'
import { switchesPage } from './switches-page.ts'

type Query = Record<string, string | undefined>

/** Mounts the sandbox's pages for people under `/sandbox`, and its JSON. */
export function pageRoutes(app: FastifyInstance, world: World): void {
  assetRoutes(app, '/sandbox/assets', import.meta.url, ['sandbox.css', 'sandbox.js', 'moon.svg'])
  app.addHook('onRequest', async (request, reply) => {
    // Another site's form could press the switches of a sandbox that runs on this machine.
    const crossSite = request.headers['sec-fetch-site'] === 'cross-site'
    if (crossSite && request.method === 'POST' && request.url.startsWith('/sandbox/')) {
      return reply
        .code(403)
        .send({ message: 'Refused: the call comes from another site.', code: 'cross_site' })
    }
  })
  dataRoutes(app, world)
  actionRoutes(app, world)

  for (const path of ['/sandbox', '/sandbox/']) {
    app.get(path, (request, reply) => {
      const { to = '', channel = '' } = request.query as Query
      return sendPage(reply, inboxPage(world, { to, channel }))
    })
  }
  app.get('/sandbox/inbox/:id', (request, reply) => {
    const message = world.books.inbox.get((request.params as { id: string }).id)
    if (!message) return notFound(reply)
    return sendPage(reply, messagePage(world, message, (request.query as Query).notice ?? ''), true)
  })
  app.post('/sandbox/inbox/:id/unsubscribe', async (request, reply) => {
    const message = world.books.inbox.get((request.params as { id: string }).id)
    const address = message && oneClickAddress(message)
    if (!message || !address) return notFound(reply)
    return back(reply, `/sandbox/inbox/${message.id}`, await unsubscribe(address))
  })
  app.get('/sandbox/phone', (request, reply) =>
    sendPage(reply, phonePage(world, (request.query as Query).number ?? '')),
  )
  app.post('/sandbox/phone', (request, reply) => {
    const { from = '', quick = '', body = '' } = (request.body ?? {}) as Query
    const text = quick === '' ? body : quick
    if (from !== '' && text.trim() !== '') receiveFromPhone(world.twilio, { from, body: text })
    return reply.redirect(`/sandbox/phone?number=${encodeURIComponent(from)}`, 303)
  })
  app.get('/sandbox/money', (request, reply) =>
    sendPage(reply, moneyPage(world, (request.query as Query).notice ?? '')),
  )
  app.get('/sandbox/switches', (request, reply) =>
    sendPage(reply, switchesPage(world, (request.query as Query).notice ?? '')),
  )
  app.get('/sandbox/*', (_request, reply) => notFound(reply))
}

function notFound(reply: FastifyReply): FastifyReply {
  const page = layout({
    title: 'Not found',
    place: 'inbox',
    lead: 'There is nothing at this address.',
    body: empty('The message may have been forgotten with the rest.'),
  })
  return sendPage(reply.code(404), page)
}

async function unsubscribe(address: string): Promise<string> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    return response.ok ? 'Unsubscribed.' : `The product answered ${response.status}.`
  } catch {
    return 'The product did not answer.'
  }
}
