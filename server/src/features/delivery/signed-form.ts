import type { FastifyRequest } from 'fastify'
import type { SignedForm } from './ports.ts'

/** What the SMS provider signs: the address it called and the fields of its form. */
export function signedForm(request: FastifyRequest): SignedForm {
  const signature = request.headers['x-twilio-signature']
  return {
    pathAndQuery: request.url,
    signature: typeof signature === 'string' ? signature : undefined,
    fields: (request.body ?? {}) as Record<string, string>,
  }
}
