import { newTwilioSid } from '../state/ids.ts'
import type { SmsRecord } from '../state/records.ts'
import type { TwilioWorld } from './context.ts'
import { TwilioFailure } from './errors.ts'
import { checkForms, listFields, messageFields } from './input.ts'
import { checkRecipient, checkSender, countSegments, errorMessages, fateOf } from './numbers.ts'
import { isOptedOut } from './opt-outs.ts'
import { advance } from './statuses.ts'

const longestBody = 1600

/** Takes a message for sending. @throws TwilioFailure as the real API refuses */
export function createMessage(
  world: TwilioWorld,
  accountSid: string,
  input: Record<string, unknown>,
): SmsRecord {
  const unknown = Object.keys(input).find((name) => !(name in messageFields))
  if (unknown) throw new TwilioFailure(20001, `The sandbox does not know the parameter '${unknown}'.`)
  checkForms(messageFields, input)
  const text = (name: string) => (typeof input[name] === 'string' && input[name] !== '' ? input[name] : null)
  const to = text('To')
  const written = text('Body')
  const body = written !== null && text('SmartEncoded') === 'true' ? smartEncode(written) : written
  const service = text('MessagingServiceSid')
  const from = text('From')
  if (to === null) throw new TwilioFailure(21604, "A 'To' phone number is required.")
  if (from === null && service === null) throw new TwilioFailure(21603, "A 'From' phone number is required.")
  if (body === null) throw new TwilioFailure(21602, 'Message body is required.')
  if (body.length > longestBody) {
    throw new TwilioFailure(21617, 'The concatenated message body exceeds the 1600 character limit')
  }
  const ownService = world.options.twilio.messagingServiceSid
  const isUnknown = ownService !== '' && service !== ownService
  if (service !== null && (isUnknown || !/^MG[0-9a-fA-F]{32}$/.test(service))) {
    throw new TwilioFailure(21701, `The Messaging Service ${service} does not exist`)
  }
  const validitySeconds = readValidity(text('ValidityPeriod'))
  checkCallback(text('StatusCallback'), world.settings.refusesInnerCallbacks)
  checkRecipient(to)
  if (from !== null) checkSender(from)
  const out = isOptedOut(world, service ?? from ?? '', to)
  if (out && world.settings.optOutBy === 'response') {
    throw new TwilioFailure(21610, 'Attempt to send to unsubscribed recipient')
  }
  const now = new Date().toISOString()
  const decline = world.faults.strikeDecline('twilio', to)
  const record = world.books.sms.put({
    id: newTwilioSid('SM'),
    accountSid,
    messagingServiceSid: service,
    from: from ?? world.options.twilio.from,
    to,
    body,
    direction: 'outbound-api',
    status: service === null ? 'queued' : 'accepted',
    errorCode: null,
    numSegments: countSegments(body),
    statusCallback: text('StatusCallback'),
    validitySeconds,
    createdAt: now,
    updatedAt: now,
    sentAt: null,
    fate: out
      ? { status: 'failed', errorCode: 21610 }
      : decline
        ? { status: 'undelivered', errorCode: Number(decline.code) || 30003 }
        : fateOf(to),
  })
  advance(world, record)
  return record
}

function readValidity(seconds: string | null): number | null {
  if (seconds === null) return null
  const value = Number(seconds)
  if (!Number.isInteger(value) || value < 1 || value > 36_000) {
    throw new TwilioFailure(21620, 'The ValidityPeriod must be between 1 and 36000 seconds.')
  }
  return value
}

/** What smart encoding puts for characters that would make a message one of UCS-2. */
const plainTwins: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201a\u201b]/g, "'"],
  [/[\u201c\u201d\u201e\u201f]/g, '"'],
  [/[\u2010-\u2015]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f]/g, ' '],
]

function smartEncode(body: string): string {
  return plainTwins.reduce((encoded, [special, plain]) => encoded.replace(special, plain), body)
}

/** Hosts that Twilio does not call. */
const innerHost = /^(localhost|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|\[::1\])$|^[^.]+$/

function checkCallback(url: string | null, refusesInner: boolean): void {
  if (url === null) return
  const address = URL.parse(url)
  const isOfWeb = address !== null && /^https?:$/.test(address.protocol)
  if (!isOfWeb || (refusesInner && innerHost.test(address.hostname))) {
    throw new TwilioFailure(21609, `The 'StatusCallback' URL ${url} is not a valid URL.`)
  }
}

/** A message as Twilio's API shows it: dates by RFC 2822, numbers as text. */
export function showMessage(record: SmsRecord) {
  const path = `/2010-04-01/Accounts/${record.accountSid}/Messages/${record.id}`
  const assigned = record.messagingServiceSid === null || record.status !== 'accepted'
  return {
    account_sid: record.accountSid,
    api_version: '2010-04-01',
    body: record.body,
    date_created: rfc2822(record.createdAt),
    date_sent: record.sentAt && rfc2822(record.sentAt),
    date_updated: rfc2822(record.updatedAt),
    direction: record.direction,
    error_code: record.errorCode,
    error_message: record.errorCode === null ? null : (errorMessages[record.errorCode] ?? 'Unknown error'),
    from: assigned ? record.from : null,
    messaging_service_sid: record.messagingServiceSid,
    num_media: '0',
    num_segments: assigned ? String(record.numSegments) : '0',
    price: null,
    price_unit: 'USD',
    sid: record.id,
    status: record.status,
    subresource_uris: { media: `${path}/Media.json` },
    to: record.to,
    uri: `${path}.json`,
  }
}

function rfc2822(iso: string): string {
  return new Date(iso).toUTCString().replace('GMT', '+0000')
}

/**
 * One page of Twilio's list, newest first, by `To`, `From` and `DateSent` (a day, or `DateSent<`, `DateSent>`).
 * @throws TwilioFailure for a parameter of another form
 */
export function listMessages(world: TwilioWorld, accountSid: string, query: Record<string, unknown>) {
  checkForms(listFields, query)
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : null)
  const size = Number(text('PageSize') || 50)
  if (size < 1 || size > 1000) throw new TwilioFailure(400, 'PageSize must be between 1 and 1000.')
  const page = Number(text('Page') || 0)
  const rows = world.books.sms.newestFirst().filter((record) => {
    if (record.accountSid !== accountSid) return false
    if (text('To') !== null && record.to !== text('To')) return false
    if (text('From') !== null && record.from !== text('From')) return false
    return sentWithin(record, text('DateSent'), text('DateSent>'), text('DateSent<'))
  })
  const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`
  const address = (number: number) => {
    const rest = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (typeof value === 'string') rest.set(name, value)
    rest.set('PageSize', String(size))
    rest.set('Page', String(number))
    return `${path}?${rest}`
  }
  const start = page * size
  return {
    messages: rows.slice(start, start + size).map(showMessage),
    start,
    end: Math.max(Math.min(start + size, rows.length) - 1, 0),
    page,
    page_size: size,
    uri: address(page),
    first_page_uri: address(0),
    next_page_uri: rows.length > start + size ? address(page + 1) : null,
    previous_page_uri: page > 0 ? address(page - 1) : null,
  }
}

function sentWithin(
  record: SmsRecord,
  on: string | null,
  after: string | null,
  before: string | null,
): boolean {
  if (on === null && after === null && before === null) return true
  // A message still queued has no date yet; the real list leaves it out of a date search as well.
  if (record.sentAt === null) return false
  if (on !== null && record.sentAt.slice(0, 10) !== new Date(on).toISOString().slice(0, 10)) return false
  const sent = Date.parse(record.sentAt)
  if (after !== null && sent < Date.parse(after)) return false
  return before === null || sent <= Date.parse(before)
}
