import { newTwilioSid } from '../state/ids.ts'
import { normalise } from '../state/inbox.ts'
import type { SmsRecord } from '../state/records.ts'
import type { TwilioWorld } from './context.ts'
import { isOptedOut, optOutReplies, optOutTypeOf, setOptOut } from './opt-outs.ts'

/**
 * A phone texts `body` to the number `to`, or else to the one that wrote to it last. STOP and START change the
 * block and are answered by the provider itself; every reply goes to the inbound webhook, keywords with `OptOutType` where
 * the account has Advanced Opt-Out.
 */
export function receiveFromPhone(
  world: TwilioWorld,
  input: { from: string; body: string; to?: string },
): SmsRecord {
  const phone = normalise(input.from)
  const toPhone = world.books.sms
    .newestFirst()
    .filter((one) => one.to === phone && one.direction === 'outbound-api')
  const last = toPhone.find((one) => input.to === undefined || one.from === input.to)
  const sender = input.to ?? last?.from ?? world.options.twilio.from
  const service = last?.messagingServiceSid ?? null
  const accountSid = last?.accountSid ?? (world.options.twilio.accountSid || `AC${'0'.repeat(32)}`)
  const keyword = optOutTypeOf(input.body)
  const now = new Date().toISOString()
  const record = world.books.sms.put({
    id: newTwilioSid('SM'),
    accountSid,
    messagingServiceSid: service,
    from: phone,
    to: sender,
    body: input.body,
    direction: 'inbound',
    status: 'received',
    errorCode: null,
    numSegments: 1,
    statusCallback: null,
    createdAt: now,
    updatedAt: now,
    sentAt: now,
    fate: { status: 'sent', errorCode: null },
  })
  world.inbox.add({
    channel: 'sms',
    direction: 'in',
    to: sender,
    from: phone,
    subject: null,
    text: input.body,
    html: null,
    headers: {},
    sid: record.id,
  })
  if (keyword !== null) {
    const senders = toPhone
      .filter((one) => one.from === sender)
      .map((one) => one.messagingServiceSid ?? one.from)
    if (keyword !== 'HELP') {
      for (const one of new Set([...senders, service ?? sender]))
        setOptOut(world, one, phone, keyword === 'STOP')
    }
    answerPhone(world, record, optOutReplies[keyword])
  }
  callInbound(world, record, keyword)
  return record
}

function answerPhone(world: TwilioWorld, inbound: SmsRecord, text: string): void {
  world.inbox.add({
    channel: 'sms',
    direction: 'out',
    to: inbound.from,
    from: inbound.to,
    subject: null,
    text,
    html: null,
    headers: { 'sandbox-note': 'Answered by the provider itself' },
  })
}

function callInbound(world: TwilioWorld, record: SmsRecord, keyword: string | null): void {
  const url = world.options.twilio.inboundUrl
  if (url === '') return
  const form = new URLSearchParams({
    AccountSid: record.accountSid,
    ApiVersion: '2010-04-01',
    Body: record.body,
    From: record.from,
    FromCountry: 'US',
    MessageSid: record.id,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: record.id,
    SmsSid: record.id,
    SmsStatus: 'received',
    To: record.to,
    ToCountry: 'US',
    ...(record.messagingServiceSid && { MessagingServiceSid: record.messagingServiceSid }),
    ...(keyword !== null && world.settings.hasAdvancedOptOut && { OptOutType: keyword }),
  })
  world.deliveries.enqueue({
    provider: 'twilio',
    subject: record.id,
    label: keyword === null ? 'inbound' : `inbound ${keyword}`,
    url,
    body: form.toString(),
    maxAttempts: 2,
    endsWithAnyAnswer: true,
  })
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Sends the phone what the inbound webhook answered by TwiML, unless the number has opted out. */
export function sendAnswer(world: TwilioWorld, inboundSid: string, twiml: string): void {
  const inbound = world.books.sms.get(inboundSid)
  if (inbound?.direction !== 'inbound') return
  const sender = inbound.messagingServiceSid ?? inbound.to
  if (isOptedOut(world, sender, inbound.from)) return
  for (const [, text = ''] of twiml.matchAll(/<Message>([^<]*)<\/Message>/g)) {
    world.inbox.add({
      channel: 'sms',
      direction: 'out',
      to: inbound.from,
      from: inbound.to,
      subject: null,
      text: text.replace(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? entity),
      html: null,
      headers: {},
    })
  }
}
