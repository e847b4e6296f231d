import { describe, expect, test } from 'vitest'
import { isMissed } from './due-texts.ts'

describe('a message is missed six hours after the time of its text, the quiet hours that held it not counted', () => {
  const hours = (count: number) => count * 3_600
  test.each([
    // Neither planning nor attempts have a part in it.
    ['nothing held it', '2026-11-17T12:00:00Z', 0, '2026-11-17T18:00:00Z'],
    // In New York: 21:30, held to 08:00.
    [
      'of the quiet hours, and held to their end',
      '2026-11-18T02:30:00Z',
      hours(10.5),
      '2026-11-18T19:00:00Z',
    ],
    // 20:58, held from 21:00.
    ['held soon after its time', '2026-11-18T01:58:00Z', hours(11), '2026-11-18T18:58:00Z'],
    // 16:00, tried until 21:05: an hour is left of the six.
    ['held after five hours of attempts', '2026-11-17T21:00:00Z', hours(11), '2026-11-18T14:00:00Z'],
  ])('%s', (_, disburseAt, heldSeconds, missedAt) => {
    const times = { disburseAt: new Date(disburseAt), heldSeconds }
    const late = new Date(missedAt)
    expect(isMissed(times, new Date(late.getTime() - 1_000))).toBe(false)
    expect(isMissed(times, late)).toBe(true)
  })
})
