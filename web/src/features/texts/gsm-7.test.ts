import { describe, expect, test } from 'vitest'
import { plainTwins, smsCount, smsHint, smsSize, twinOffer } from './gsm-7.ts'

const x = (count: number) => 'x'.repeat(count)

describe('segments', () => {
  test.each([
    ['nothing', '', 0],
    ['160 plain characters', x(160), 1],
    ['161 plain characters', x(161), 2],
    ['two full parts', x(306), 2],
    ['one more than two parts', x(307), 3],
    ['accents of the alphabet', `${x(155)}éÑüß¿`, 1],
    ['line breaks', `${x(158)}\n\n`, 1],
    ['a euro that counts twice', `${x(158)}€`, 1],
    ['a euro on the edge', `${x(159)}€`, 2],
    ['a euro that would be cut in two', `${x(152)}€${x(152)}`, 3],
    ['70 characters of another alphabet', `${x(69)}—`, 1],
    ['71 characters of another alphabet', `${x(70)}—`, 2],
    ['135 characters of another alphabet', `${x(134)}—`, 3],
    ['a pair of code units counts twice', `${x(68)}🌞`, 1],
    ['a pair on the edge', `${x(69)}🌞`, 2],
    ['a pair that would be cut in two', `${x(66)}🌞${x(66)}`, 3],
  ])('%s', (_name, text, segments) => expect(smsSize(text).segments).toBe(segments))
})

test.each([
  ['a plain text', x(160), 'One SMS holds 160 plain characters.'],
  ['a short one in another alphabet', 'The Sun — and you', 'With — one SMS holds 70 characters.'],
  ['a short one with a euro', 'Five €', '€ counts as two characters in an SMS.'],
  ['one dash', `${x(140)}—`, '— makes this 3 SMS instead of 1.'],
  ['each character once', `“${x(70)}” and “${x(9)}”`, '“ ” make this 2 SMS instead of 1.'],
  ['three of many', `${x(70)}абвгд`, 'а б в and 2 others make this 2 SMS instead of 1.'],
  ['three of four', '😀абв', 'With 😀 а б and 1 other one SMS holds 70 characters.'],
  [
    'what no plain twin could replace',
    `“Hello” it’s — now… 😀 שלום ${x(60)}`,
    '😀 ש ל and 7 others make this 2 SMS instead of 1.',
  ],
  ['a euro too many', `${x(159)}€`, '€ makes this 2 SMS instead of 1.'],
])('a hint for %s', (_name, text, hint) => expect(smsHint(text)).toBe(hint))

test.each([
  ['curly quotes', '“You’re ‘here’”', `"You're 'here'"`],
  ['dashes', 'a–b—c‑d−e', 'a-b-c-d-e'],
  ['an ellipsis', 'wait…', 'wait...'],
  ['spaces that do not break', 'a\u00a0b\u202fc', 'a b c'],
  ['what cannot be seen', 'a\u200bb\u00adc', 'abc'],
  ['nothing of another alphabet', 'Öl, а, 🌞', 'Öl, а, 🌞'],
])('%s have plain twins', (_name, text, plain) => expect(plainTwins(text)).toBe(plain))

test.each([
  ['quotes that make it longer', `“${x(80)}”`, 'Use straight quotes'],
  ['a dash that does', `${x(80)}—`, 'Use plain characters'],
  ['quotes that do no harm', '“Hi”', null],
  ['quotes beside what stays special', `“${x(70)} 🌞”`, null],
  ['dots that would make it too long for a short text', `${x(159)}…`, null],
])('plain twins are offered for %s: %s', (_name, text, offer) => expect(twinOffer(text, 160)).toBe(offer))

test('a text says how many SMS it is', () => {
  expect(['', 'Hello', `${x(80)}—`].map(smsCount)).toEqual(['0 SMS', '1 SMS', '2 SMS'])
})
