import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [278, '4:38'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3661, '1:01:01'],
  [-1, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('%d seconds read %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))
