import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { readBounce } from './bounce-token.ts'
import type { MailReturns } from './ports.ts'
import { recordBounce } from './record-bounce.ts'
import { recordComplaint } from './record-complaint.ts'

export interface BounceDeps {
  db: Database
  secrets: Secrets
  log: Log
  mailReturns: MailReturns
  /** What the mail host shows that it is the mail host; undefined where none sends us anything. */
  bounceSecret: string | undefined
}

/**
 * `POST /v1/webhooks/mail/bounce`: an email as it came to the return path, raw. A report that one of ours did not arrive is
 * recorded, and so is a complaint. Whatever else people and programs write to that address is taken and left alone, so that
 * the host does not send it again.
 * @throws DomainError `forbidden` without the secret; `too_large` for too many lines; `invalid_input` for what is no letter.
 */
export async function receiveBounce(
  deps: BounceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isTheHost(request.headers.authorization, deps.bounceSecret)) throw new DomainError('forbidden')
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (hasTooManyLines(raw)) throw new DomainError('too_large')
  const mail = await deps.mailReturns.read(raw)
  if (!mail) throw new DomainError('invalid_input')
  const deliveryId = readBounce(deps.secrets, mail.addressedTo)
  if (deliveryId !== null && mail.complaint !== null) {
    await recordComplaint(deps.db, deliveryId, mail.complaint)
  } else if (deliveryId !== null && mail.failedStatus !== null) {
    const { failedStatus: status, isAddressDead } = mail
    await recordBounce(deps.db, { deliveryId, status, isAddressDead })
  } else {
    deps.log.info({ delivery: deliveryId }, 'what came to the return path is no report on a letter of ours')
  }
  return reply.code(204).send()
}

/** Our emails have some hundred lines, and a report holds one of them; the parser takes time for each line. */
const linesMax = 20_000
const lineFeed = 10

function hasTooManyLines(raw: Buffer): boolean {
  let at = -1
  for (let lines = 0; lines <= linesMax; lines += 1) {
    at = raw.indexOf(lineFeed, at + 1)
    if (at === -1) return false
  }
  return true
}

/** As a bearer token, or as the password of any user: not every program that forwards mail can send the first. */
function isTheHost(authorization: string | undefined, secret: string | undefined): boolean {
  if (!secret || !authorization) return false
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? []
  const given =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : value
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(secret))
}
