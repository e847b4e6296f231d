import { PICTURE_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { expect, test } from 'vitest'
import { LOGO_SIZE, pictureProblem, placePicture } from './picture-rules.ts'

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

const PORTRAIT = { width: 300, height: 300, fit: 'cover' } as const
const part = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

test.each([
  [300, 300, part(0, 0, 300, 300)],
  [800, 500, part(150, 0, 500, 500)],
  [301, 1000, part(0, 349, 301, 301)],
])('of a picture of %i x %i the middle is taken for a portrait', (width, height, from) => {
  expect(placePicture(width, height, PORTRAIT)).toEqual({ from, to: part(0, 0, 300, 300) })
})

test.each([
  [400, 200, part(0, 0, 200, 100)],
  [300, 300, part(50, 0, 100, 100)],
  [1000, 100, part(0, 40, 200, 20)],
  [20, 10, part(0, 0, 200, 100)],
  [9000, 1, part(0, 49, 200, 1)],
])('a picture of %i x %i is whole as a logo', (width, height, to) => {
  expect(placePicture(width, height, LOGO_SIZE)).toEqual({ from: part(0, 0, width, height), to })
})
