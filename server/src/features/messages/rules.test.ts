import { describe, expect, test } from 'vitest'
import {
  type Attempt,
  copiesMax,
  type Fate,
  fateOf,
  keepSeconds,
  laneOf,
  pauseSeconds,
  validitySeconds,
} from './rules.ts'

const codeLife = 600

/** When a message that is never taken is tried, in seconds from its making, as long as it lives. */
function triesOf(lifeSeconds: number): number[] {
  const tries: number[] = []
  for (let at = 0; at < lifeSeconds; at += pauseSeconds(tries.length, lifeSeconds)) tries.push(at)
  return tries
}

describe('a message that nobody takes', () => {
  test('is tried for over a day if it is a receipt, in the end every half hour', () => {
    const tries = triesOf(keepSeconds)
    expect(tries.slice(0, 6)).toEqual([0, 5, 15, 35, 75, 155])
    expect(tries.at(-1)).toBeGreaterThan(24 * 3_600)
    expect((tries.at(-1) ?? 0) - (tries.at(-2) ?? 0)).toBe(1_800)
    expect(tries.length).toBeLessThan(120)
  })

  test('is tried once a minute if it is a code, until the code has ended', () => {
    const tries = triesOf(codeLife)
    expect(tries.slice(0, 6)).toEqual([0, 5, 15, 35, 75, 135])
    const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
    expect(Math.max(...pauses)).toBe(60)
    expect(tries.at(-1)).toBeLessThan(codeLife)
  })
})

describe('after an attempt', () => {
  const message = { attempts: 3, lifeSeconds: keepSeconds, unknownOutcomes: 1 }
  test.each<[string, Attempt, Partial<typeof message>, Fate]>([
    ['accepted', { kind: 'accepted', providerId: 'SM1' }, {}, { state: 'sent', providerId: 'SM1' }],
    ['refused', { kind: 'refused', reason: 'opted-out' }, {}, { state: 'failed', error: 'opted-out' }],
    ['too late', { kind: 'expired' }, {}, { state: 'failed', error: 'expired' }],
    [
      'not taken',
      { kind: 'retry', reason: 'busy' },
      {},
      { state: 'queued', error: 'busy', pauseSeconds: 20 },
    ],
    [
      'not taken, with a word on when',
      { kind: 'retry', reason: 'busy', afterSeconds: 7 },
      {},
      { state: 'queued', error: 'busy', pauseSeconds: 7 },
    ],
    [
      'not taken for the hundredth time',
      { kind: 'retry', reason: 'busy' },
      { attempts: 100 },
      { state: 'queued', error: 'busy', pauseSeconds: 1_800 },
    ],
    [
      'of unknown outcome, with copies left',
      { kind: 'unknown', reason: 'lost' },
      { unknownOutcomes: copiesMax - 1 },
      { state: 'queued', error: 'lost', pauseSeconds: 20 },
    ],
    [
      'of unknown outcome, with none left',
      { kind: 'unknown', reason: 'lost' },
      { unknownOutcomes: copiesMax },
      { state: 'failed', error: 'outcome-unknown' },
    ],
  ])('%s', (_name, attempt, values, fate) => {
    expect(fateOf({ ...message, ...values }, attempt)).toEqual(fate)
  })
})

test.each([
  [{ channel: 'sms', isCode: true }, 'sms'],
  [{ channel: 'sms', isCode: false }, 'sms'],
  [{ channel: 'email', isCode: true }, 'code-mail'],
  [{ channel: 'email', isCode: false }, 'mail'],
] as const)('%j takes the lane %s', (message, lane) => {
  expect(laneOf(message)).toBe(lane)
})

test.each([
  [600, 600],
  [599.98, 599],
  [1, 1],
  [0.99, null],
  [-3, null],
  [36_000, 36_000],
  [172_800, 36_000],
])('an SMS with %f seconds left is valid for %s', (left, validity) => {
  expect(validitySeconds(left)).toBe(validity)
})
