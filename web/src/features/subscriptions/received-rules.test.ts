import { expect, test } from 'vitest'
import { headingOf, sentWords } from './received-rules.ts'

const timeZone = 'America/New_York'
/** Nine in the evening in New York; the next day by UTC. */
const now = new Date('2026-11-22T02:00:00Z')
const at = (sentDateTime: string) => ({ sentDateTime, mediums: ['sms', 'email'] as const })
const seven = at('2026-11-21T12:00:00Z')

test.each([
  ['in the morning', [seven], 'This morning'],
  ['in the morning, all of them', [seven, at('2026-11-21T16:59:59Z')], 'This morning'],
  ['at noon', [at('2026-11-21T17:00:00Z')], 'Today'],
  ['in the morning and later', [at('2026-11-21T20:00:00Z'), seven], 'Today'],
  ['yesterday, too', [seven, at('2026-11-21T04:59:00Z')], 'Since yesterday'],
])('what came %s is headed so', (_when, received, heading) => {
  expect(headingOf(received, { now, timeZone })).toBe(heading)
})

test.each([
  [seven, 'sent 7:00 AM by SMS and email'],
  [{ ...seven, mediums: ['email'] as const }, 'sent 7:00 AM by email'],
  [at('2026-11-21T02:12:00Z'), 'sent yesterday at 9:12 PM by SMS and email'],
])('says on the consumer’s clock when and how it came, case %#', (received, words) => {
  expect(sentWords(received, { now, timeZone })).toBe(words)
})
