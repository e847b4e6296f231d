import PostalMime, { type Email } from 'postal-mime'
import type { MailReturns, ReturnedMail } from '../../features/delivery/ports.ts'

/** Fields of a report by their lower-case names, of one block of it. */
type Fields = ReadonlyMap<string, string>

/** A report names hundreds of recipients at most; its headers are read, and little else of it. */
const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 2 }
const blocksMax = 100

/** Reads what came back to the return path: reports on delivery by RFC 3464, inside of `multipart/report` (RFC 6522). */
export const smtpReturns: MailReturns = {
  async read(raw) {
    const mail = await PostalMime.parse(raw, limits).catch(() => null)
    if (!mail || mail.headers.length === 0 || !mail.from) return null
    return { addressedTo: addressesOf(mail), failedStatus: await readFailedStatus(mail) }
  },
}

/** The addresses that it came to, which its return path is among: hosts write the true one into headers of their own. */
function addressesOf(mail: Email): string[] {
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(({ address }) => (address ? [address] : []))
  const told = mail.headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .map(({ value }) => value.replace(/^.*<|>.*$/g, ''))
  return [...told, ...named].map((address) => address.trim().toLowerCase())
}

/** The status of the first recipient that the letter did not reach for good; null where the report tells of none. */
async function readFailedStatus(mail: Email): Promise<ReturnedMail['failedStatus']> {
  const report = mail.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!report) return null
  const text = typeof report.content === 'string' ? report.content : new TextDecoder().decode(report.content)
  const blocks = text.split(/\r?\n[ \t]*\r?\n/, blocksMax)
  for (const block of await Promise.all(blocks.map(readFields))) {
    if (block.get('action')?.toLowerCase().startsWith('failed')) {
      return /[245]\.\d{1,3}\.\d{1,3}/.exec(block.get('status') ?? '')?.[0] ?? '5.0.0'
    }
  }
  return null
}

/** The fields of a block are written as headers are, folded lines included. */
async function readFields(block: string): Promise<Fields> {
  const { headers } = await PostalMime.parse(`${block.trim()}\r\n\r\n`, limits)
  return new Map(headers.map(({ key, value }) => [key, value]))
}
