import { PICTURE_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { expect, test } from 'vitest'
import { middleSquare, pictureProblem } from './picture-rules.ts'

test.each([
  ['me.png', 'image/png', 1, null],
  ['me.jpg', 'image/jpeg', 4_096_000, null],
  ['me.jpeg', 'image/jpeg', 4_096_001, PICTURE_TOO_LARGE],
  ['ME.JPG', '', 1, null],
  ['me.gif', 'image/gif', 1, WRONG_FORMAT],
  ['me.svg', 'image/svg+xml', 1, WRONG_FORMAT],
  ['me.png', 'text/html', 1, WRONG_FORMAT],
  ['me.webp', '', 9_000_000, WRONG_FORMAT],
  ['png', '', 1, WRONG_FORMAT],
])('%s of type "%s" with %i bytes: %s', (name, type, size, problem) => {
  expect(pictureProblem({ name, type, size })).toBe(problem)
})

test('the messages are those of the specification', () => {
  expect(WRONG_FORMAT).toBe('* Selected file format is not supported.')
  expect(PICTURE_TOO_LARGE).toBe('* Maximum 4MB image file is allowed.')
})

test.each([
  [300, 300, { left: 0, top: 0, side: 300 }],
  [800, 500, { left: 150, top: 0, side: 500 }],
  [301, 1000, { left: 0, top: 349, side: 301 }],
])('of a picture of %i x %i the middle is taken', (width, height, square) => {
  expect(middleSquare(width, height)).toEqual(square)
})
