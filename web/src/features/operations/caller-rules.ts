import type { Caller } from '@almanac/contract/operations'
import { providerWords } from '@almanac/contract/payments'
import { countOf } from '../../ui/format.ts'

/** What calls: `PayPal`, `SMS reports`. */
export function callerWords({ name }: Pick<Caller, 'name'>): string {
  return name === 'sms' ? 'SMS reports' : providerWords[name]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long before an instant another one was, in its largest unit: `5 minutes ago`. Calls are noted to the minute. */
export function agoOf(instant: string, now: string): string {
  const passedMs = Date.parse(now) - Date.parse(instant)
  if (passedMs < 2 * MINUTE_MS) return 'just now'
  if (passedMs < HOUR_MS) return `${countOf(Math.floor(passedMs / MINUTE_MS), 'minute')} ago`
  if (passedMs < DAY_MS) return `${countOf(Math.floor(passedMs / HOUR_MS), 'hour')} ago`
  return `${countOf(Math.floor(passedMs / DAY_MS), 'day')} ago`
}

/** That one is silent, in a word: what the page begins with. */
export function silenceOf(caller: Pick<Caller, 'name'>): string {
  return caller.name === 'sms' ? 'SMS reports have stopped' : `${callerWords(caller)} has gone silent`
}

/** What a silent one has not told of: `4 payments and 1 refund have settled since, and no event told of them.` */
export function untoldOf({ name, lastHeardAt, untold: { payments, refunds, messages } }: Caller): string {
  const since = lastHeardAt === null ? 'in the last 24 hours' : 'since'
  if (name === 'sms')
    return `${messages.toLocaleString('en-US')} SMS have left ${since}, and no report told of them.`
  const settled = [payments > 0 && countOf(payments, 'payment'), refunds > 0 && countOf(refunds, 'refund')]
  return `${settled.filter(Boolean).join(' and ')} have settled ${since}, and no event told of them.`
}

/** What to do about a silent one, as the runbook has it. */
export function adviceOnCaller({ name }: Pick<Caller, 'name'>): string {
  if (name === 'sms')
    return 'Nothing is lost meanwhile: we ask what became of each message, only later. Check that the public address of this product can be reached from outside, and that the auth token configured here is the account’s.'
  return 'Consumers are served meanwhile: payments and refunds are looked up. Check at the provider that the webhook’s address is ours and is switched on, and that its signing secret is the one configured here.'
}
