import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { endSms, resumeSms } from './end-sms.ts'
import type { InboundSms, SmsCallbacks } from './ports.ts'
import { signedForm } from './signed-form.ts'
import { helpAnswer, type Programmes, stopAnswer, wishOf } from './sms-replies.ts'

/**
 * `POST /v1/webhooks/twilio/inbound`: an SMS that somebody sent us. STOP and START hold from this moment for every user
 * with that number (decision S7). What the provider has not answered itself is answered here: a wish to end in anybody's
 * own words once, and a call for help. START counts as the bare word alone, since another would not lift the provider's
 * own block.
 * @throws DomainError `forbidden` without the provider's signature.
 */
export async function receiveStop(
  { db, smsCallbacks }: { db: Database; smsCallbacks: SmsCallbacks },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const inbound = await smsCallbacks.readInbound(signedForm(request))
  if (!inbound) throw new DomainError('forbidden')
  const answer = await db.transact((tx) => hear(tx, inbound))
  const message = answer === null ? '' : `<Message>${escapeXml(answer)}</Message>`
  return reply
    .type('text/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`)
}

/** Does what a reply asks for. @returns what to text back; null for nothing. */
async function hear(tx: Tx, { from, text, handledAs }: InboundSms): Promise<string | null> {
  const wish = handledAs ?? wishOf(text)
  const word = {
    number: from,
    wording: text.replaceAll('\0', '').slice(0, keptCharacters),
    source: 'text-message' as const,
  }
  if (wish === 'start' && handledAs) await resumeSms(tx, word)
  if (wish === 'help' && !handledAs) return helpAnswer(await readProgrammes(tx, from))
  if (wish !== 'stop') return null
  const ended = await endSms(tx, word)
  return ended.length > 0 && !handledAs ? stopAnswer(await readProgrammes(tx, from)) : null
}

/** Of a reply, which may be as long as ten SMS; a zero in it cannot be stored. */
const keptCharacters = 1_600

/** Whose Sunbursts a number may receive. */
async function readProgrammes(tx: Tx, number: string): Promise<Programmes> {
  return tx
    .selectFrom('tenants')
    .innerJoin('users', 'users.tenantId', 'tenants.id')
    .where('users.smsPhoneNumber', '=', number)
    .where('users.deletedAt', 'is', null)
    .where('tenants.deletedAt', 'is', null)
    .select(['tenants.companyName', 'tenants.supportEmail'])
    .distinct()
    .orderBy('tenants.companyName')
    .execute()
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character)
}
