import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { waysToPay } from './payments.ts'
import { idText, instant, message } from './primitives.ts'
import { readPaymentHealth } from './refunds.ts'

const count = z.number().int()

/**
 * How the platform stands, in figures: those of `/metrics`, where each group is a gauge `almanac_<group>` with the figure's
 * name as its label `state`.
 */
export const platformFigures = z.object({
  /** Messages of Sunbursts: `due`, `held` (for the morning or another attempt) and `sending` now, the others of 24 hours. */
  deliveries: z.object({
    due: count,
    held: count,
    sending: count,
    sent: count,
    delivered: count,
    undeliverable: count,
    unknown: count,
    skipped: count,
    /** Of those held: by a restore, for the provider's answer or a decision. */
    doubtful: count,
  }),
  /** Codes, receipts and notices: those on their way, those held after a restore, and those given up within 24 hours. */
  messages: z.object({ waiting: count, held: count, failed: count }),
  /** What payment providers have told: not worked off yet, and waiting for a person. */
  events: z.object({ waiting: count, unhandled: count }),
  /** Automatic purchases that wait, by what for, and those held by a dispute. */
  autoPurchases: z.object({ declined: count, bank: count, price: count, dispute: count }),
  /** Days of payments that were compared in the last seven, and days that do not agree. */
  matches: z.object({ balanced: count, unbalanced: count }),
  jobs: z.object({ well: count, failing: count, overdue: count }),
})
export type PlatformFigures = z.output<typeof platformFigures>

/**
 * `failing`: its last run failed; `overdue`: it has not run through for three times its rhythm, five minutes at least, as
 * when no worker runs.
 */
export const jobStates = ['well', 'failing', 'overdue'] as const

export const jobRun = z.object({
  name: z.string(),
  /** How often it looks by itself. */
  everySeconds: count,
  state: z.enum(jobStates),
  /** To the minute while all is well; null before the first. */
  lastSuccessAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
  /** What the last failure said. */
  failure: z.string().nullable(),
})
export type JobRun = z.output<typeof jobRun>

/** Who calls us of their own accord: payment providers with their events, and the provider of SMS with its reports. */
export const callerNames = [...Object.values(waysToPay).map((way) => way.provider), 'sms'] as const

export const caller = z.object({
  name: z.enum(callerNames),
  /** To the minute; null before the first call. */
  lastHeardAt: instant.nullable(),
  /**
   * What was begun there since, within 24 hours, and has been over for a quarter of an hour: payments and refunds of a payment
   * provider, messages of that of SMS. It has told of none.
   */
  untold: z.object({ payments: count, refunds: count, messages: count }),
  /** Whether that is too much to be chance; a night without sales is no silence. */
  isSilent: z.boolean(),
})
export type Caller = z.output<typeof caller>

/** What the payment providers knew of the time that a restored database lacks. */
export const restoreFindings = z.object({
  /** Payments that were credited, or credited again. */
  credited: count,
  /** Refunds that were recorded. */
  refunded: count,
  /** What has to be put right by hand. */
  unresolved: z.array(z.object({ what: z.string(), providerId: z.string().nullable() })),
})
export type RestoreFindings = z.output<typeof restoreFindings>

/** What can be sent or dropped together: the messages of a short text, or one letter. */
const heldGroup = z.object({
  kind: z.enum(['text', 'letter']),
  /** Of the short text, or of the letter. */
  id: count,
  companyName: z.string().nullable(),
  /** The text's name, or the letter's subject. */
  name: z.string(),
  /** To whom, of a letter. */
  recipient: z.string().nullable(),
  /** When it was due. */
  dueAt: instant,
  letters: count,
  sms: count,
})
export type HeldGroup = z.output<typeof heldGroup>

/** What a restore has found, and what waits for a decision. */
export const restoreReport = z.object({
  id: count,
  /** What happened between these two is not in the database. */
  backupAt: instant,
  restoredAt: instant,
  /** Null until the payment providers' books of that time were complete. */
  comparedAt: instant.nullable(),
  findings: restoreFindings,
  /** SMS of that time: looked up now, found to have been sent, or sent now since the provider had none. */
  sms: z.object({ lookedUp: count, foundSent: count, released: count }),
  /** What may have been sent, and nobody can tell; 200 groups at the most. */
  held: z.array(heldGroup),
})
export type RestoreReport = z.output<typeof restoreReport>

export const decideHeld = endpoint({
  method: 'POST',
  path: '/v1/admin/restores/:restore/held',
  summary: 'Send or drop what a restore has held',
  actor: ['admin'],
  params: z.object({ restore: idText }),
  body: z.object({
    kind: z.enum(['text', 'letter']),
    id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    decision: z.enum(['send', 'drop']),
  }),
  response: message.extend({
    /** How many messages it was about; 0 where that was decided before. */
    decided: count,
  }),
  errors: [],
})

/** A report that an email did not arrive, which is not believed: its token stays taken. */
const doubtedBounce = z.object({
  deliveryId: count,
  companyName: z.string(),
  username: z.string(),
  /** That of RFC 3463, e.g. `5.1.1`. */
  status: z.string(),
  /** A link of the email was opened, its recipient called it spam, or too many emails of one consumer came back. */
  doubt: z.enum(['link-used', 'complained', 'too-many']),
  receivedAt: instant,
})
export type DoubtedBounce = z.output<typeof doubtedBounce>

export const readPlatformHealth = endpoint({
  method: 'GET',
  path: '/v1/admin/health',
  summary: 'How deliveries, messages, payments and jobs stand on the whole platform',
  actor: ['admin'],
  response: z.object({
    readAt: instant,
    figures: platformFigures,
    /** Since when the delivery that has waited longest is due; null where none is. */
    deliveriesDueSince: instant.nullable(),
    payments: readPaymentHealth.response,
    /** Those that are in use, payment providers first. */
    callers: z.array(caller),
    /** Those of the last seven days, the newest hundred. */
    doubtedBounces: z.array(doubtedBounce),
    /** The latest restore, for a week, and for as long as something of it waits; null where there was none. */
    restore: restoreReport.nullable(),
    /** Those that need somebody first. */
    jobs: z.array(jobRun),
  }),
  errors: [],
})
export type PlatformHealth = z.output<typeof readPlatformHealth.response>

export const retryJob = endpoint({
  method: 'POST',
  path: '/v1/admin/jobs/:job/retry',
  summary: 'Have a job look for work at once',
  actor: ['admin'],
  params: z.object({ job: z.string().min(1).max(60) }),
  response: message,
  errors: [],
})
