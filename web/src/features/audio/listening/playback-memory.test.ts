import { expect, test } from 'vitest'
import {
  openPlaybackMemory,
  parsePositions,
  parseSpeed,
  resumeSeconds,
  withPosition,
} from './playback-memory.ts'

test.each([
  ['never played', 0, 278, 0],
  ['hardly begun', 4.9, 278, 0],
  ['begun', 5, 278, 5],
  ['in the middle', 177.4, 278, 177.4],
  ['five seconds before the end', 273, 278, 273],
  ['over', 273.1, 278, 0],
  ['past the end of a shorter file', 400, 278, 0],
  ['nonsense', Number.NaN, 278, 0],
])('resumes: %s', (_what, left, duration, expected) => {
  expect(resumeSeconds(left, duration)).toBe(expected)
})

test.each([
  [null, 1],
  ['1.25', 1.25],
  ['0.75', 0.75],
  ['2', 2],
  ['3', 1],
  ['fast', 1],
])('speed of %j', (text, expected) => {
  expect(parseSpeed(text)).toBe(expected)
})

test.each([
  ['nothing', null, []],
  ['no JSON', '[', []],
  ['no list', '{"7":3}', []],
  ['some nonsense', '[[7,3],["x",1],[8],null]', [[7, 3]]],
])('stored positions: %s', (_what, text, expected) => {
  expect(parsePositions(text)).toEqual(expected)
})

test('a position takes the place of the older one, and null forgets it', () => {
  expect(
    withPosition(
      [
        [7, 3],
        [8, 4],
      ],
      7,
      12.345,
    ),
  ).toEqual([
    [8, 4],
    [7, 12.3],
  ])
  expect(
    withPosition(
      [
        [7, 3],
        [8, 4],
      ],
      7,
      null,
    ),
  ).toEqual([[8, 4]])
})

test('only the latest positions are kept', () => {
  const many = Array.from({ length: 60 }, (_, id) => [id, 9] as const)
  const kept = withPosition(many, 100, 9)
  expect([kept.length, kept[0]?.[0], kept.at(-1)?.[0]]).toEqual([60, 1, 100])
})

test('remembers places for each consumer, and the speed for all', () => {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  }
  const stella = openPlaybackMemory(4, () => storage)
  stella.keepPosition(7, 31)
  stella.keepSpeed(1.5)
  const leo = openPlaybackMemory(5, () => storage)
  expect([stella.leftAtSeconds(7), leo.leftAtSeconds(7), leo.speed()]).toEqual([31, 0, 1.5])
})

test('closed storage remembers nothing', () => {
  const memory = openPlaybackMemory(4, () => {
    throw new Error('closed')
  })
  memory.keepPosition(7, 31)
  memory.keepSpeed(2)
  expect([memory.leftAtSeconds(7), memory.speed()]).toEqual([0, 1])
})
