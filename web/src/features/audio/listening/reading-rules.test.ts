import { describe, expect, test } from 'vitest'
import { elapsedTicks } from './dial.tsx'
import { ownSignFirst, playStep, readingPriceTokens, rowState, secondsOfDuration } from './reading-rules.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['today', '2026-11-21T05:05:00Z', false, [], { isCharged: false, isNew: true }],
  ['six days old', '2026-11-15T12:00:00Z', false, [], { isCharged: false, isNew: true }],
  ['a second short of seven days', '2026-11-14T12:00:01Z', false, [], { isCharged: false, isNew: true }],
  ['seven days old', '2026-11-14T12:00:00Z', false, [], { isCharged: false, isNew: false }],
  ['new, charged says the server', '2026-11-21T05:05:00Z', true, [], { isCharged: true, isNew: false }],
  ['new, charged in this tab', '2026-11-21T05:05:00Z', false, [7], { isCharged: true, isNew: false }],
  ['another one charged', '2026-11-10T05:05:00Z', false, [8], { isCharged: false, isNew: false }],
])('a row: %s', (_what, startDateTime, isCharged, chargedIds, expected) => {
  expect(rowState({ id: 7, startDateTime, isCharged, isPlayed: false }, chargedIds, now)).toEqual(expected)
})

test('a reading that was played in an earlier session is not new, and costs its price again', () => {
  const audio = { id: 7, startDateTime: '2026-11-21T05:05:00Z', isCharged: false, isPlayed: true }
  expect(rowState(audio, [], now)).toEqual({ isCharged: false, isNew: false })
})

test('the price is that of the medium named audio', () => {
  const medium = (id: number, name: 'audio' | 'sms' | 'email', numberOfTokens: number) => ({
    id,
    name,
    numberOfTokens,
    isDisable: false,
  })
  expect(readingPriceTokens({ deliveryMediums: [medium(1, 'sms', 1), medium(2, 'audio', 9)] })).toBe(9)
  expect(readingPriceTokens({ deliveryMediums: [medium(1, 'email', 1)] })).toBeNull()
})

test.each([
  ['too few', 7, 6, 'buy-tokens'],
  ['just enough', 7, 7, 'confirm'],
  ['free, nothing left', 0, 0, 'play-free'],
  ['free, plenty left', 0, 50, 'play-free'],
] as const)('a tap on play: %s', (_what, priceTokens, balance, expected) => {
  expect(playStep({ priceTokens }, balance)).toBe(expected)
})

describe('the order of the signs', () => {
  const signs = (...names: string[]) =>
    names.map((name, index) => ({ id: index + 1, name, sortOrder: index + 1 }))
  const order = (categories: ReturnType<typeof signs>, ownId: number | null) =>
    ownSignFirst(categories, ownId).map(({ name }) => name)

  test.each([
    [
      'own first, then on round',
      ['Aries', 'Taurus', 'Gemini', 'Cancer'],
      3,
      ['Gemini', 'Cancer', 'Aries', 'Taurus'],
    ],
    ['none of one’s own', ['Aries', 'Taurus', 'Gemini'], null, ['Aries', 'Taurus', 'Gemini']],
    ['one’s own is gone', ['Aries', 'Taurus', 'Gemini'], 99, ['Aries', 'Taurus', 'Gemini']],
    ['round the zodiac in any order given', ['Pisces', 'Leo', 'aries '], 2, ['Leo', 'Pisces', 'aries ']],
    ['other categories in the tenant’s order', ['Tarot', 'Runes', 'Moon'], 2, ['Runes', 'Moon', 'Tarot']],
    ['signs before the others', ['Tarot', 'Leo', 'Aries'], null, ['Aries', 'Leo', 'Tarot']],
    ['nothing', [], 1, []],
  ])('%s', (_what, names, ownId, expected) => {
    expect(order(signs(...names), ownId)).toEqual(expected)
  })
})

test.each([
  ['4:38', 278],
  ['0:05', 5],
  ['1:00:09', 3609],
  ['', 0],
  ['4 min', 0],
  ['4:3', 0],
])('seconds of %j', (duration, expected) => {
  expect(secondsOfDuration(duration)).toBe(expected)
})

test.each([
  [Number.NaN, 0],
  [0, 0],
  [0.001, 1],
  [0.5, 61],
  [1, 120],
  [1.2, 120],
])('ticks of the dial at %d', (part, expected) => {
  expect(elapsedTicks(part)).toBe(expected)
})
