import type { OutcomeLine, TextComparison } from '@almanac/contract/rehearsal'
import { describe, expect, test } from 'vitest'
import { differenceWords, sinceWords } from './rehearsal-words.ts'

const line = (values: Partial<OutcomeLine>): OutcomeLine => ({
  medium: 'sms',
  outcome: 'sent',
  words: null,
  rehearsed: 100,
  happened: 100,
  ...values,
})

const comparison = (lines: OutcomeLine[], values: Partial<TextComparison> = {}): TextComparison => ({
  rehearsedDateTime: '2026-11-23T12:00:00.000Z',
  recipients: { rehearsed: 100, happened: 100 },
  lines,
  since: { subscribed: 0, left: 0, toppedUp: 0 },
  ...values,
})

describe('what came otherwise than rehearsed', () => {
  test.each([
    ['nothing', {}, []],
    ['fewer sent', { happened: 97 }, ['3 fewer than rehearsed were sent by SMS at once: 97, not 100.']],
    [
      'one more held',
      { outcome: 'held' as const, happened: 101 },
      ['1 more than rehearsed was held by quiet hours (SMS): 101, not 100.'],
    ],
    [
      'more skipped',
      {
        medium: 'email' as const,
        outcome: 'skipped' as const,
        words: 'The consumer unsubscribed before it was sent.',
        rehearsed: 0,
        happened: 2,
      },
      [
        '2 more than rehearsed were skipped by email: 2, not 0. Reason: The consumer unsubscribed before it was sent.',
      ],
    ],
  ])('%s', (_, values, words) => {
    expect(differenceWords(comparison([line(values)]))).toEqual(words)
  })

  test('is led by how many it was for, and explained by what people did', () => {
    const other = comparison([], {
      recipients: { rehearsed: 100, happened: 1 },
      since: { subscribed: 1, left: 100, toppedUp: 2 },
    })
    expect(differenceWords(other)).toEqual(['It was for 1 subscriber, not for 100 as rehearsed.'])
    expect(sinceWords(other)).toBe('In between, 1 person subscribed, 100 left and 2 got tokens.')
    expect(sinceWords(comparison([]))).toBeNull()
  })
})
