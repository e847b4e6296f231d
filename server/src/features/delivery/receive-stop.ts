import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { readPresent } from '../../platform/present.ts'
import { recordSmsOptOut } from '../identity/index.ts'
import type { SmsCallbacks } from './ports.ts'
import { signedForm } from './signed-form.ts'

/**
 * `POST /v1/webhooks/twilio/inbound`: an SMS that somebody sent us. STOP and START hold from this moment for every user
 * with that number (decision S7); the provider has answered the phone, so that we don't.
 * @throws DomainError `forbidden` without the provider's signature.
 */
export async function receiveStop(
  { db, smsCallbacks }: { db: Database; smsCallbacks: SmsCallbacks },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const inbound = await smsCallbacks.readInbound(signedForm(request))
  if (!inbound) throw new DomainError('forbidden')
  const { from, keyword } = inbound
  if (keyword === 'stop' || keyword === 'start') {
    await db.transact(async (tx) =>
      recordSmsOptOut(tx, from, keyword === 'stop' ? await readPresent(tx) : null),
    )
  }
  return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
}
