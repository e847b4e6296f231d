import type { DoubtedBounce, JobRun, PlatformHealth, RestoreReport } from '@almanac/contract/operations'
import { silenceOf } from './caller-rules.ts'

/** A figure with what it counts and what is to be done about it. */
export interface HealthFigure {
  label: string
  count: number
  /** What it means, and what to do, in one or two sentences. */
  advice: string
  /** Whether somebody should look at it now. */
  needsSomebody: boolean
}

const LATE_MS = 10 * 60_000

/** How the messages of Sunbursts stand; what is due has its time, which says whether it is late. */
export function deliveryFigures({ figures, deliveriesDueSince, readAt }: PlatformHealth): HealthFigure[] {
  const { deliveries } = figures
  const isLate = deliveriesDueSince !== null && Date.parse(readAt) - Date.parse(deliveriesDueSince) > LATE_MS
  return [
    {
      label: 'Due',
      count: deliveries.due,
      advice:
        'They leave within seconds of their time. If they stay, see below whether the jobs that send them run.',
      needsSomebody: isLate,
    },
    {
      label: 'Held',
      count: deliveries.held,
      advice:
        'They wait for the end of quiet hours or for another attempt, and go by themselves; after a restore also for the provider’s answer or a decision.',
      needsSomebody: false,
    },
    {
      label: 'Being sent',
      count: deliveries.sending,
      advice:
        'In the hands of a worker. One whose worker died is looked up at the provider after two minutes.',
      needsSomebody: false,
    },
    {
      label: 'Sent',
      count: deliveries.sent,
      advice:
        'The provider has taken them; for a letter that is the end, of an SMS a report follows. Many SMS without one: check the address of the provider’s callbacks.',
      needsSomebody: false,
    },
    {
      label: 'Delivered',
      count: deliveries.delivered,
      advice: 'The provider says that they arrived.',
      needsSomebody: false,
    },
    {
      label: 'Failed',
      count: deliveries.undeliverable,
      advice:
        'The provider refused them, and their tokens were returned. Many of one day: look at the provider’s account.',
      needsSomebody:
        deliveries.undeliverable > 0 && deliveries.undeliverable >= deliveries.delivered + deliveries.sent,
    },
    {
      label: 'Unknown',
      count: deliveries.unknown,
      advice:
        'The answer was lost, and they are never sent again by themselves. If the provider’s console shows that one was not sent, return its token with a token edit.',
      needsSomebody: deliveries.unknown > 0,
    },
    {
      label: 'Skipped',
      count: deliveries.skipped,
      advice:
        'The balance did not cover them, the address was not verified, the number had opted out, or the text came too late.',
      needsSomebody: false,
    },
  ]
}

export function messageFigures({ figures: { messages } }: PlatformHealth): HealthFigure[] {
  return [
    {
      label: 'Waiting',
      count: messages.waiting,
      advice:
        'Codes, receipts and notices on their way. If they grow in number, the mail host or the SMS provider does not answer.',
      needsSomebody: false,
    },
    {
      label: 'Held',
      count: messages.held,
      advice: 'They may have been sent before the database was restored. Decide on each under Restore.',
      needsSomebody: false,
    },
    {
      label: 'Given up',
      count: messages.failed,
      advice:
        'Refused by the provider, or past their time. A receipt can be queued again; a code never: the person asks for another.',
      needsSomebody: messages.failed > 0,
    },
  ]
}

export function eventFigures({ figures: { events } }: PlatformHealth): HealthFigure[] {
  return [
    {
      label: 'Waiting',
      count: events.waiting,
      advice:
        'They are tried again by themselves, ever later. Purchases settle meanwhile: the provider is asked as well.',
      needsSomebody: false,
    },
    {
      label: 'Unhandled',
      count: events.unhandled,
      advice:
        'Nobody handles their kind, or their purchase is not here. Do by hand what they ask for, or replay them once their cause is put right.',
      needsSomebody: events.unhandled > 0,
    },
  ]
}

export function autoPurchaseFigures({ figures: { autoPurchases } }: PlatformHealth): HealthFigure[] {
  return [
    {
      label: 'Declined',
      count: autoPurchases.declined,
      advice: 'They go on when the consumer resumes them or replaces the default payment.',
      needsSomebody: false,
    },
    {
      label: 'Waiting for the bank',
      count: autoPurchases.bank,
      advice: 'The bank wants to hear the consumer, who has had a letter.',
      needsSomebody: false,
    },
    {
      label: 'Price changed',
      count: autoPurchases.price,
      advice: 'They go on when the consumer agrees to the present price.',
      needsSomebody: false,
    },
    {
      label: 'Held by a dispute',
      count: autoPurchases.dispute,
      advice: 'They go on once the dispute is decided. Answer it at the provider.',
      needsSomebody: false,
    },
  ]
}

/** Why a report that an email did not arrive is not believed. */
export const doubtWords: Record<DoubtedBounce['doubt'], string> = {
  'link-used': 'A link in this email had been opened.',
  complained: 'The recipient had called this email spam.',
  'too-many':
    'Five emails to this consumer had come back within 30 days. The address must be verified again.',
}

/** What to do about a difference between the books, as the runbook has it. */
export function adviceOnDifference(what: string): string {
  if (what === 'taken there, and not paid here')
    return 'A payment that no purchase is settled with. Have its purchase looked up again.'
  if (what === 'paid here, and not taken there' || what.startsWith('another amount'))
    return 'Never undo it by hand. Check that it is the right account at the provider, and find out who settled it.'
  if (what.startsWith('given back there'))
    return 'Look at the refunds of its purchase that are under way: once they have ended it is recorded by itself.'
  if (what.startsWith('given back here'))
    return 'It failed there later and no event came. Send its events again from the provider’s console.'
  return 'Something that must always hold does not. Stop, and keep the database as it is.'
}

export const jobStateWords: Record<JobRun['state'], string> = {
  well: 'Well',
  failing: 'Failing',
  overdue: 'Overdue',
}

/** `plan-due-texts` is `Plan due texts`. */
export function jobName({ name }: Pick<JobRun, 'name'>): string {
  const words = name.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** `every 5 s`, `every 10 min`. */
export function rhythmOf({ everySeconds }: Pick<JobRun, 'everySeconds'>): string {
  return everySeconds < 60 ? `every ${everySeconds} s` : `every ${Math.round(everySeconds / 60)} min`
}

const DAY_MS = 86_400_000

/** Whether a job does not fare well now, or failed within the last 24 hours. */
export function hasTrouble({ state, lastFailureAt }: JobRun, readAt: string): boolean {
  return (
    state !== 'well' || (lastFailureAt !== null && Date.parse(readAt) - Date.parse(lastFailureAt) < DAY_MS)
  )
}

/** What to do about a job. */
export function adviceOnJob({ state }: JobRun): string {
  if (state === 'failing') return 'It tries again by itself. Retry it once the cause is put right.'
  return state === 'overdue'
    ? 'No worker has run it through for too long. Is one running?'
    : 'It has run through since.'
}

/** A part of the page that somebody should look at, by its heading's id. */
export interface Concern {
  id: HealthPart
  text: string
}

export type HealthPart =
  | 'restore'
  | 'deliveries'
  | 'bounces'
  | 'messages'
  | 'events'
  | 'callers'
  | 'auto-purchases'
  | 'books'
  | 'jobs'

const countOf = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`

/** All that needs somebody now, in the order of the page. */
export function concernsOf(health: PlatformHealth): Concern[] {
  const { figures, payments } = health
  const wanting = (figuresOf: HealthFigure[]) => figuresOf.filter(({ needsSomebody }) => needsSomebody)
  const waiting = countWaiting(health.restore)
  const concerns: (Concern | false)[] = [
    waiting > 0 && {
      id: 'restore',
      text: `The database was restored: ${countOf(waiting, 'decision waits', 'decisions wait')}`,
    },
    ...wanting(deliveryFigures(health)).map(({ label, count }) => ({
      id: 'deliveries' as const,
      text: `Sunbursts: ${countOf(count, 'message', 'messages')} ${label.toLowerCase()}`,
    })),
    health.doubtedBounces.length > 0 && {
      id: 'bounces',
      text: countOf(health.doubtedBounces.length, 'suspicious bounce', 'suspicious bounces'),
    },
    figures.messages.failed > 0 && {
      id: 'messages',
      text: `${countOf(figures.messages.failed, 'message', 'messages')} given up`,
    },
    figures.events.unhandled > 0 && {
      id: 'events',
      text: `${countOf(figures.events.unhandled, 'event', 'events')} unhandled`,
    },
    ...health.callers
      .filter(({ isSilent }) => isSilent)
      .map((caller) => ({ id: 'callers' as const, text: silenceOf(caller) })),
    payments.automaticPurchasesStopped !== null && {
      id: 'auto-purchases',
      text: 'Nothing is bought automatically',
    },
    figures.matches.unbalanced > 0 && {
      id: 'books',
      text: `The books of ${countOf(figures.matches.unbalanced, 'day', 'days')} do not agree`,
    },
    figures.jobs.failing > 0 && {
      id: 'jobs',
      text: `${countOf(figures.jobs.failing, 'job', 'jobs')} failing`,
    },
    figures.jobs.overdue > 0 && {
      id: 'jobs',
      text: `${countOf(figures.jobs.overdue, 'job', 'jobs')} overdue`,
    },
    health.jobs.length === 0 && { id: 'jobs', text: 'No worker has run yet' },
  ]
  return concerns.filter((concern) => concern !== false)
}

/** Decisions that a restore waits for, payments to be put right by hand among them. */
function countWaiting(restore: RestoreReport | null): number {
  return restore ? restore.held.length + restore.findings.unresolved.length : 0
}
