import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, message } from './primitives.ts'
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
  }),
  /** Codes, receipts and notices: those on their way, and those given up within 24 hours. */
  messages: z.object({ waiting: count, failed: count }),
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
