import type { FastifyInstance, FastifyReply } from 'fastify'
import type { World } from '../context.ts'
import { assetRoutes } from '../http/assets.ts'
import type { Markup } from '../http/html.ts'
import {
  answerChallenge,
  findBySecret,
  type PendingChallenge,
  returnAddress,
} from '../stripe/answer-challenge.ts'
import { cardPage } from './card-page.ts'
import { answeredPage, challengePage, nothingToAnswerPage } from './challenge-page.ts'
import { frameAncestors, mayEmbed } from './origins.ts'

/** Mounts the provider's own browser pages: the card fields and the bank's challenge. */
export function frameRoutes(app: FastifyInstance, world: World): void {
  assetRoutes(app, '/sandbox-frame/assets', import.meta.url, [
    'frame.css',
    'card.js',
    'card-rules.js',
    'challenge.js',
  ])

  app.get('/sandbox-frame/card', (request, reply) => {
    const query = request.query as Record<string, string | undefined>
    const parentOrigin = query.parentOrigin ?? ''
    if (!mayEmbed(world.options, parentOrigin)) {
      const message = `The origin '${parentOrigin}' may not embed the card form. Set SANDBOX_APP_ORIGINS.`
      return reply.code(400).send({ message, code: 'origin_refused' })
    }
    const publishableKey = query.key || world.options.stripe.publishableKey || 'pk_test_sandbox'
    const scheme = query.scheme === 'light' || query.scheme === 'dark' ? query.scheme : ''
    return sendPage(reply, world, cardPage({ parentOrigin, publishableKey, scheme }))
  })

  app.get('/sandbox-frame/challenge', (request, reply) => {
    const query = request.query as Record<string, string | undefined>
    const pending = findBySecret(world.stripe, query.client_secret ?? '')
    if (!pending) {
      return sendPage(reply.code(404), world, nothingToAnswerPage('This link belongs to no payment.'))
    }
    if (pending.intent.status !== 'requires_action') return sendPage(reply, world, closedPage(pending))
    const parentOrigin = checkedOrigin(world, query.parentOrigin)
    return sendPage(reply, world, challengePage(world.stripe, pending, parentOrigin), pending)
  })

  app.post('/sandbox-frame/challenge', (request, reply) => {
    const form = (request.body ?? {}) as Record<string, string | undefined>
    const pending = findBySecret(world.stripe, form.client_secret ?? '')
    if (!pending) {
      return sendPage(reply.code(404), world, nothingToAnswerPage('This link belongs to no payment.'))
    }
    if (!['approve', 'fail', 'cancel'].includes(form.decision ?? '')) {
      return reply.code(400).send({ message: "'decision' must be approve or fail.", code: 'bad_decision' })
    }
    if (pending.intent.status !== 'requires_action') return sendPage(reply, world, closedPage(pending))
    const approved = form.decision === 'approve'
    const parentOrigin = checkedOrigin(world, form.parentOrigin)
    const back = parentOrigin === '' ? returnAddress(pending, approved) : null
    answerChallenge(world.stripe, pending, approved)
    return back === null
      ? sendPage(reply, world, answeredPage(approved, parentOrigin))
      : reply.redirect(back, 303)
  })
}

function checkedOrigin(world: World, origin: string | undefined): string {
  return origin && mayEmbed(world.options, origin) ? origin : ''
}

function closedPage(pending: PendingChallenge): Markup {
  const status = pending.intent.status.replaceAll('_', ' ')
  return nothingToAnswerPage(`It was answered before. The payment's state is: ${status}.`)
}

function sendPage(reply: FastifyReply, world: World, page: Markup, pending?: PendingChallenge): FastifyReply {
  const target = pending?.intent.next_action?.redirect_to_url?.return_url
  const formTargets = target && URL.canParse(target) ? ` ${new URL(target).origin}` : ''
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        'img-src data:',
        "connect-src 'self'",
        "base-uri 'none'",
        `form-action 'self'${formTargets}`,
        `frame-ancestors ${frameAncestors(world.options)}`,
      ].join('; '),
    })
    .send(page.text)
}
