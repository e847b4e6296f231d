import { expect, test } from 'vitest'
import { findPeaks, valueAxis } from './value-axis.ts'

test.each<[string, number[], boolean, [number, number, number[]]]>([
  ['nothing', [0, 0], false, [0, 1, [1]]],
  ['dollars', [0, 1_520], false, [0, 1_800, [600, 1_200, 1_800]]],
  ['a few cents', [0.25], false, [0, 0.3, [0.1, 0.2, 0.3]]],
  ['one thing', [0, 1], true, [0, 1, [1]]],
  ['four things', [4], true, [0, 4, [2, 4]]],
  ['seven things', [7], true, [0, 9, [3, 6, 9]]],
  ['459 things', [459], true, [0, 600, [200, 400, 600]]],
  ['more given back than received', [20, -25.2], false, [-30, 20, [-30, -20, -10, 10, 20]]],
  ['only given back', [0, -5], false, [-6, 0, [-6, -4, -2]]],
])('the axis of %s', (_name, values, isWhole, [lower, upper, lines]) => {
  const axis = valueAxis(values, isWhole)
  expect([axis.lower, axis.upper]).toEqual([expect.closeTo(lower), expect.closeTo(upper)])
  expect(axis.lines).toEqual(lines.map((line) => expect.closeTo(line)))
})

test.each<[string, number[], number, number, number[]]>([
  ['days without anything', [0, 0, 0], 1, 3, []],
  ['one high day', [1, 9, 1], 1, 3, [1]],
  ['the first day', [9, 1, 1], 1, 3, [0]],
  ['the last day', [1, 1, 9], 1, 3, [2]],
  ['two equal days, of which the first', [1, 9, 9, 1], 1, 3, [1]],
  ['one far below', [9, 1, 4, 1], 1, 3, [0]],
  ['two too near each other, the higher', [8, 1, 9], 3, 3, [2]],
  ['as many as there may be', [7, 1, 9, 1, 8], 1, 2, [2, 4]],
])('the peaks of %s', (_name, values, gap, most, peaks) => {
  expect(findPeaks(values, gap, most)).toEqual(peaks)
})
