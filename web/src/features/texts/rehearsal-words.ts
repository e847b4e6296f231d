import type { OutcomeLine, TextComparison } from '@almanac/contract/rehearsal'
import { countOf, formatCount } from '../../ui/format.ts'

const spoken = { sms: 'SMS', email: 'email' } as const

/** How what happened differs from what was rehearsed, a sentence for each way in which messages ended otherwise. */
export function differenceWords({ lines, recipients }: TextComparison): string[] {
  const { rehearsed, happened } = recipients
  const others = lines.filter((line) => line.rehearsed !== line.happened)
  const people =
    rehearsed === happened
      ? []
      : [`It was for ${countOf(happened, 'subscriber')}, not for ${formatCount(rehearsed)} as rehearsed.`]
  return [...people, ...others.map(sayLine)]
}

/** `3 fewer than rehearsed were sent by SMS: 97, not 100.` */
function sayLine({ medium, outcome, words, rehearsed, happened }: OutcomeLine): string {
  const by = Math.abs(happened - rehearsed)
  const than = `${formatCount(by)} ${happened > rehearsed ? 'more' : 'fewer'} than rehearsed ${by === 1 ? 'was' : 'were'}`
  const figures = `${formatCount(happened)}, not ${formatCount(rehearsed)}.`
  const name = spoken[medium]
  if (outcome === 'sent') return `${than} sent by ${name} at once: ${figures}`
  if (outcome === 'held') return `${than} held by quiet hours (${name}): ${figures}`
  return `${than} skipped by ${name}: ${figures}${words ? ` Reason: ${words}` : ''}`
}

/** What people did between the rehearsal and the text; null where nothing is known of. */
export function sinceWords({ since: { subscribed, left, toppedUp } }: TextComparison): string | null {
  const done = [
    ...(subscribed > 0 ? [`${countOf(subscribed, 'person').replace('persons', 'people')} subscribed`] : []),
    ...(left > 0 ? [`${formatCount(left)} left`] : []),
    ...(toppedUp > 0 ? [`${formatCount(toppedUp)} got tokens`] : []),
  ]
  if (done.length === 0) return null
  return `In between, ${done.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`
}
