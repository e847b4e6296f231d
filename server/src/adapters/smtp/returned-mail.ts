import type PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import type { MailReturns, ReturnedMail } from '../../features/delivery/ports.ts'
import { lazily } from '../../platform/lazily.ts'
import { parseApart } from '../../platform/parse-apart.ts'
import { isOfDeadAddress } from './dead-address.ts'

/** Fields of a report by their lower-case names, of one block of it. */
type Fields = ReadonlyMap<string, string>

/** A report names hundreds of recipients at most; its headers are read, and little else of it. */
const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 2 }
const blocksMax = 100

/** Loaded with the first letter that comes back. */
const loadParser = lazily(() => import('postal-mime'))
const parse = async (raw: Parameters<typeof PostalMime.parse>[0]) =>
  (await loadParser()).default.parse(raw, limits)

/** Reads reports in a thread: the parser takes seconds for what anybody can write to a return path. */
export const smtpReturns: MailReturns = {
  read: parseApart<Buffer, ReturnedMail | null>({
    module: new URL(import.meta.url),
    name: 'readReturnedMail',
    seconds: 5,
    otherwise: null,
  }),
}

/**
 * Reads what came back to the return path, inside of `multipart/report` (RFC 6522): reports on delivery by RFC 3464, and
 * complaints by RFC 5965, as feedback loops send them. Null for what is no letter, or exceeds the parser's limits.
 */
export async function readReturnedMail(raw: Uint8Array): Promise<ReturnedMail | null> {
  try {
    return await readReports(await parse(raw))
  } catch {
    return null
  }
}

async function readReports(mail: Email): Promise<ReturnedMail | null> {
  if (mail.headers.length === 0 || !mail.from) return null
  const failedStatus = await readFailedStatus(mail)
  const complaint = await readComplaint(mail)
  return {
    addressedTo: [...addressesOf(mail), ...(complaint?.returnPaths ?? [])],
    failedStatus,
    isAddressDead: failedStatus !== null && isOfDeadAddress(failedStatus),
    complaint: complaint?.kind ?? null,
  }
}

/** The addresses that it came to, which its return path is among: hosts write the true one into headers of their own. */
function addressesOf(mail: Email): string[] {
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(({ address }) => (address ? [address] : []))
  const told = mail.headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .map(({ value }) => value)
  return [...told, ...named].map(bareAddress)
}

/** The status of the first recipient that the letter did not reach for good; null where the report tells of none. */
async function readFailedStatus(mail: Email): Promise<ReturnedMail['failedStatus']> {
  const text = partOf(mail, ['message/delivery-status'])
  if (text === null) return null
  const blocks = text.split(/\r?\n[ \t]*\r?\n/, blocksMax)
  for (const block of await Promise.all(blocks.map(readFields))) {
    if (block.get('action')?.toLowerCase().startsWith('failed')) {
      return /[245]\.\d{1,3}\.\d{1,3}/.exec(block.get('status') ?? '')?.[0] ?? '5.0.0'
    }
  }
  return null
}

/** What a feedback loop calls a letter that its recipient did not want; not `not-spam`, a virus, or a forged sender. */
const unwanted = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list'])

/**
 * What somebody complained of; null where it is no complaint. A host sends it to an address of its own agreement with us: the
 * letter's return path stands in the report, or at the head of the letter that goes with it.
 */
async function readComplaint(mail: Email): Promise<{ kind: string; returnPaths: string[] } | null> {
  const report = partOf(mail, ['message/feedback-report'])
  if (report === null) return null
  const fields = await readFields(report)
  const kind = fields.get('feedback-type')?.trim().toLowerCase() ?? ''
  if (!unwanted.has(kind)) return null
  const original = partOf(mail, ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'])
  const head = original === null ? null : await readFields(original.split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? '')
  const paths = [fields.get('original-mail-from'), head?.get('return-path')]
  return { kind, returnPaths: paths.flatMap((path) => (path ? [bareAddress(path)] : [])) }
}

/** The first part of one of these types, as text. */
function partOf(mail: Email, types: readonly string[]): string | null {
  const part = mail.attachments.find(({ mimeType }) => types.includes(mimeType))
  if (!part) return null
  return typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content)
}

const bareAddress = (text: string) =>
  text
    .replace(/^.*<|>.*$/g, '')
    .trim()
    .toLowerCase()

/** The fields of a block are written as headers are, folded lines included. */
async function readFields(block: string): Promise<Fields> {
  const { headers } = await parse(`${block.trim()}\r\n\r\n`)
  return new Map(headers.map(({ key, value }) => [key, value]))
}
