import { PICTURE_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { expect, test } from 'vitest'
import { pictureProblem, placeOn } from './picture-rules.ts'

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

const square = { widthPx: 300, heightPx: 300, fit: 'cover' } as const

test.each([
  [300, 300, { left: 0, top: 0, width: 300, height: 300 }],
  [800, 500, { left: -90, top: 0, width: 480, height: 300 }],
  [150, 500, { left: 0, top: -350, width: 300, height: 1000 }],
])('of a picture of %i x %i the middle is taken', (width, height, place) => {
  expect(placeOn(square, width, height)).toEqual(place)
})

const logo = { widthPx: 200, heightPx: 100, fit: 'contain' } as const

test.each([
  [400, 200, { left: 0, top: 0, width: 200, height: 100 }],
  [500, 500, { left: 50, top: 0, width: 100, height: 100 }],
  [800, 100, { left: 0, top: 37, width: 200, height: 25 }],
])('of a logo of %i x %i nothing is left out', (width, height, place) => {
  expect(placeOn(logo, width, height)).toEqual(place)
})
