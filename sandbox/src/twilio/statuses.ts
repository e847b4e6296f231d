import type { SmsRecord } from '../state/records.ts'
import { later, type TwilioWorld } from './context.ts'

const path = ['accepted', 'queued', 'sending', 'sent', 'delivered'] as const

/** Takes a message on to its next status, step by step, until it has ended as it was fated to. */
export function advance(world: TwilioWorld, record: SmsRecord): void {
  const usualNext = nextStatus(record)
  if (usualNext === null) return
  later(world, world.options.twilio.stepMs, () => {
    const current = world.books.sms.get(record.id)
    if (!current || current.status !== record.status) return
    const isTooLate = hasExpired(current)
    if (isTooLate) current.fate = { status: 'failed', errorCode: validityExpired }
    const next = isTooLate ? 'failed' : usualNext
    const now = new Date().toISOString()
    const moved = world.books.sms.put({
      ...current,
      status: next,
      updatedAt: now,
      sentAt: next === 'sent' || next === 'failed' ? now : current.sentAt,
      errorCode: next === 'undelivered' || next === 'failed' ? current.fate.errorCode : null,
    })
    if (next === 'delivered') reachPhone(world, moved)
    reportStatus(world, moved)
    advance(world, moved)
  })
}

const validityExpired = 30_036

/** Whether a message has waited longer than its validity period before a carrier had it. */
function hasExpired({ status, validitySeconds, createdAt }: SmsRecord): boolean {
  const isWaiting = status === 'accepted' || status === 'queued'
  return (
    isWaiting &&
    Boolean(validitySeconds) &&
    Date.now() - Date.parse(createdAt) > Number(validitySeconds) * 1_000
  )
}

/** Takes up the messages that an earlier process left on their way. */
export function resumeStatuses(world: TwilioWorld): void {
  for (const record of world.books.sms.all()) {
    if (record.direction === 'outbound-api') advance(world, record)
  }
}

function nextStatus(record: SmsRecord): SmsRecord['status'] | null {
  const { fate, status } = record
  if (status === fate.status) return null
  if (fate.status === 'failed') return status === 'accepted' || status === 'queued' ? 'failed' : null
  if (fate.status === 'undelivered' && status === 'sent') return 'undelivered'
  const at = path.indexOf(status as (typeof path)[number])
  return at < 0 ? null : (path[at + 1] ?? null)
}

function reachPhone(world: TwilioWorld, record: SmsRecord): void {
  world.inbox.add({
    channel: 'sms',
    direction: 'out',
    to: record.to,
    from: record.from,
    subject: null,
    text: record.body,
    html: null,
    headers: {},
    sid: record.id,
  })
}

/** The status callback, as a form; `later` signs it when it goes out. */
function reportStatus(world: TwilioWorld, record: SmsRecord): void {
  if (record.statusCallback === null || record.status === 'accepted') return
  const form = new URLSearchParams({
    AccountSid: record.accountSid,
    ApiVersion: '2010-04-01',
    From: record.from,
    MessageSid: record.id,
    MessageStatus: record.status,
    SmsSid: record.id,
    SmsStatus: record.status,
    To: record.to,
    ...(record.messagingServiceSid && { MessagingServiceSid: record.messagingServiceSid }),
    ...(record.errorCode !== null && { ErrorCode: String(record.errorCode) }),
  })
  world.deliveries.enqueue({
    provider: 'twilio',
    subject: record.id,
    label: `status ${record.status}`,
    url: record.statusCallback,
    body: form.toString(),
    maxAttempts: 2,
    endsWithAnyAnswer: true,
  })
}
