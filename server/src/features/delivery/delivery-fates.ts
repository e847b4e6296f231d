import type { DeliveryFate } from '@almanac/contract/delivery'
import { type RawBuilder, sql } from 'kysely'

/** Why messages met a fate. The first that fits a message is its reason; the last of a fate fits whatever is left. */
interface Reason {
  /** Names it on the wire; several notes may mean the same to a person. */
  key: string
  /** What a person reads, in our words and not in a provider's. */
  words: string
  medium?: 'sms' | 'email'
  /** Notes of a delivery: ours, or the provider's codes. */
  errors?: readonly string[]
  /** How such a note begins. */
  errorPrefix?: string
  isInHand?: true
}

/** The one table of what is told of a delivery. */
export const reasonsOf: Readonly<Record<DeliveryFate, readonly Reason[]>> = {
  waiting: [
    { key: 'in-hand', isInHand: true, words: 'It is being sent.' },
    { key: 'again', errorPrefix: '', words: 'An attempt failed. It will be tried again.' },
    { key: 'due', words: 'It is about to be sent.' },
  ],
  held: [{ key: 'quiet-hours', words: 'It is quiet hours where the consumer lives.' }],
  sent: [
    {
      key: 'complained',
      medium: 'email',
      errors: ['complaint'],
      words: 'The consumer reported it as spam, which ended their email.',
    },
    {
      key: 'email-taken',
      medium: 'email',
      words: 'The mail host accepted it. It counts as sent unless it bounces.',
    },
    { key: 'sms-taken', words: 'The SMS provider accepted it. The carrier has not reported on it.' },
  ],
  delivered: [{ key: 'arrived', words: 'The carrier reported that it arrived.' }],
  failed: [
    { key: 'opted-out', errors: ['opted-out'], words: 'The number has opted out of SMS.' },
    {
      key: 'mail-refused',
      medium: 'email',
      errors: ['invalid-recipient'],
      words: 'The mail host does not accept mail for this address.',
    },
    { key: 'no-number', errors: ['invalid-recipient'], words: 'This number cannot receive SMS.' },
    { key: 'unreachable', errors: ['twilio-30003'], words: 'The phone was off or out of reach.' },
    { key: 'blocked', errors: ['twilio-30004'], words: 'The consumer or their carrier blocks our messages.' },
    { key: 'not-in-use', errors: ['twilio-30005'], words: 'The number is not in use.' },
    {
      key: 'landline',
      errors: ['twilio-30006'],
      words: 'The number is a landline, or its carrier cannot be reached.',
    },
    { key: 'filtered', errors: ['twilio-30007'], words: 'The carrier took it for spam.' },
    {
      key: 'text-refused',
      errors: ['twilio-21602', 'twilio-21605', 'twilio-21617'],
      words: 'The SMS provider does not accept this text.',
    },
    {
      key: 'not-registered',
      errors: ['twilio-30002', 'twilio-30032', 'twilio-30034'],
      words: 'Carriers do not deliver for our SMS number yet.',
    },
    {
      key: 'too-slow',
      errors: ['twilio-30001', 'twilio-30036'],
      words: 'The carrier did not take it in time.',
    },
    { key: 'quiet-hours', errors: ['quiet-hours'], words: 'It fell into the quiet hours of the consumer.' },
    {
      key: 'sms-failed',
      errorPrefix: 'twilio-',
      words: 'The carrier could not deliver it and gave no reason.',
    },
    {
      key: 'bounced',
      errorPrefix: 'bounce-',
      medium: 'email',
      words: 'The email bounced: it came back undelivered.',
    },
    { key: 'mail-failed', errorPrefix: 'smtp-5', medium: 'email', words: 'The mail host refused it.' },
    {
      key: 'no-mail-host',
      medium: 'email',
      words: 'The mail host could not take it, however often we tried.',
    },
    { key: 'no-provider', words: 'The SMS provider could not take it, however often we tried.' },
  ],
  skipped: [
    {
      key: 'insufficient-tokens',
      errors: ['insufficient-tokens'],
      words: 'The consumer did not have enough tokens.',
    },
    { key: 'unsubscribed', errors: ['unsubscribed'], words: 'The consumer unsubscribed before it was sent.' },
    { key: 'missed', errors: ['missed'], words: 'It was too late to send it.' },
    { key: 'email-dead', errors: ['email-dead'], words: 'Emails to this address kept coming back.' },
    { key: 'email-unverified', errors: ['email-unverified'], words: 'The email address is not verified.' },
    {
      key: 'sms-number-required',
      errors: ['sms-number-required'],
      words: 'The consumer has no verified US number.',
    },
    { key: 'sms-opted-out', errors: ['sms-opted-out'], words: 'The number has opted out of SMS.' },
    {
      key: 'medium-disabled',
      errors: ['medium-disabled'],
      words: 'This sign was not offered by SMS or email at the time.',
    },
    { key: 'withdrawn', words: 'It was withdrawn before it was sent.' },
  ],
  unknown: [
    {
      key: 'stopped',
      errorPrefix: 'The worker ended',
      words: 'The server stopped while sending it.',
    },
    { key: 'mail-unconfirmed', medium: 'email', words: 'The mail host did not confirm that it accepted it.' },
    {
      key: 'no-record',
      errorPrefix: 'The provider knows of no such',
      words: 'The SMS provider has no record of it.',
    },
    { key: 'sms-unconfirmed', words: 'The SMS provider did not confirm that it accepted it.' },
  ],
}

/** Every fate, in the order in which a report names them. */
export const fates = Object.keys(reasonsOf) as DeliveryFate[]

/** The sentence of a reason. @throws Error for one that the table does not have. */
export function wordsOf(fate: DeliveryFate, key: string): string {
  const reason = reasonsOf[fate].find((one) => one.key === key)
  if (!reason) throw new Error(`${fate} knows no reason ${key}`)
  return reason.words
}

/**
 * The fate of a row of `deliveries`. Only what waits for nothing but the end of quiet hours is held: another attempt may be
 * pending in the middle of them.
 */
export const fateSql = sql<DeliveryFate>`
  case
    when state = 'planned' and is_waiting and held_seconds > 0 and coalesce(error, 'quiet-hours') = 'quiet-hours'
      then 'held'
    when state in ('planned', 'sending') then 'waiting'
    when state = 'undeliverable' then 'failed'
    else state
  end
`

/** The reason's key of a row of deliveries, or of a group of them, whose fate is `fate`. */
export function reasonSql(fate: RawBuilder<DeliveryFate>): RawBuilder<string> {
  const ofFates = fates.map(
    (one) => sql`when ${sql.lit(one)} then case ${sql.join(reasonsOf[one].map(whenOf), sql` `)} end`,
  )
  return sql<string>`case ${fate} ${sql.join(ofFates, sql` `)} end`
}

/** What is no input of anybody stands in the statement itself, which is then prepared once. */
function whenOf({ key, medium, errors, errorPrefix, isInHand }: Reason) {
  const conditions = [
    sql`true`,
    ...(medium ? [sql`medium = ${sql.lit(medium)}`] : []),
    ...(errors ? [sql`error in (${sql.join(errors.map((error) => sql.lit(error)))})`] : []),
    ...(errorPrefix === undefined ? [] : [sql`starts_with(error, ${sql.lit(errorPrefix)})`]),
    ...(isInHand ? [sql`state = 'sending'`] : []),
  ]
  return sql`when ${sql.join(conditions, sql` and `)} then ${sql.lit(key)}`
}
