import { expect, test } from 'vitest'
import { matchesTag } from './entity-tags.ts'

test.each([
  [undefined, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['W/"b",W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['"a, b"', false],
  ['"x*"', false],
])('If-None-Match %j matches the tag "a": %s', (header, isMatch) => {
  expect(matchesTag(header, '"a"')).toBe(isMatch)
})

test('a weak tag matches itself and its strong form', () => {
  expect([matchesTag('W/"a"', 'W/"a"'), matchesTag('"a"', 'W/"a"')]).toEqual([true, true])
})
