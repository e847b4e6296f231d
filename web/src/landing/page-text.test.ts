import { expect, test } from 'vitest'
import { descriptionOf, dollarsText, moonText, paragraphsOf, sentText, tokensText } from './page-text.ts'

const zone = 'America/New_York'
const now = new Date('2026-11-21T22:00:00Z')

test.each([
  ['2026-11-21T12:00:00Z', '7:00 this morning'],
  ['2026-11-21T18:05:00Z', '1:05 PM today'],
  ['2026-11-21T04:59:00Z', 'Friday, November 20, 11:59 PM'],
])('%s was sent at %s', (instant, text) => {
  expect(sentText(new Date(instant), now, zone)).toBe(text)
})

test.each([
  [0.003, true, 'New moon'],
  [0.997, false, 'Full moon'],
  [0.89, true, 'Moon waxing, 89% lit'],
  [0.4, false, 'Moon waning, 40% lit'],
])('a Moon lit by %d is called so', (litFraction, waxing, text) => {
  expect(moonText({ phase: 0, litFraction, waxing })).toBe(text)
})

test('money, tokens and times', () => {
  expect([dollarsText(100), dollarsText(95), dollarsText(1250)]).toEqual(['$1', '$0.95', '$12.50'])
  expect([tokensText(1), tokensText(7)]).toEqual(['1 token', '7 tokens'])
})

test('a description is one line, cut at a word', () => {
  expect(descriptionOf(' One\n\ntwo  three. ')).toBe('One two three.')
  const cut = descriptionOf('word, '.repeat(60))
  expect(cut).toMatch(/^(word, )+word…$/)
  expect(cut.length).toBeLessThanOrEqual(161)
  expect(descriptionOf('x'.repeat(400)).length).toBeLessThanOrEqual(161)
})

test('an empty line parts paragraphs, a single break does not', () => {
  expect(paragraphsOf('one\ntwo\n \nthree\r\n\r\nfour\n\n\n')).toEqual(['one\ntwo', 'three', 'four'])
})
