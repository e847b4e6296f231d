import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteCall } from '../../platform/callers.ts'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsCallbacks } from './ports.ts'
import { recordStatus } from './record-outcome.ts'
import { signedForm } from './signed-form.ts'

/** As which the provider of SMS is noted when it reports on one. */
export const reportsCaller = 'sms'

/**
 * `POST /v1/webhooks/twilio/status`: what became of an SMS that we sent.
 * @throws DomainError `forbidden` without the provider's signature.
 */
export async function receiveStatus(
  deps: { db: Database; smsCallbacks: SmsCallbacks; log: Log },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = await deps.smsCallbacks.readStatus(signedForm(request))
  if (!status) throw new DomainError('forbidden')
  await noteCall(deps.db.reader, reportsCaller)
  const { delivery } = request.query as { delivery?: unknown }
  const deliveryId = typeof delivery === 'string' && /^\d{1,15}$/.test(delivery) ? Number(delivery) : null
  deps.log.info({ delivery: deliveryId, ...status }, 'a status of a delivery came in')
  const isOurs = deliveryId !== null && (await recordStatus(deps, deliveryId, status))
  if (!isOurs)
    deps.log.warn({ delivery: deliveryId }, 'a status names a message that is not of this delivery')
  return reply.code(204).send()
}
