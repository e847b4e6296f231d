import { describe, expect, test } from 'vitest'
import { smsHint, smsSize } from './gsm-7.ts'

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
  ['a plain text', x(160), null],
  ['a short one in another alphabet', 'The Sun — and you', null],
  ['one dash', `${x(140)}—`, '— makes this 3 SMS instead of 1.'],
  ['each character once', `“${x(70)}” and “${x(9)}”`, '“ ” make this 2 SMS instead of 1.'],
  ['three of many', `${x(70)}абвгд`, 'а б в make this 2 SMS instead of 1.'],
  ['a euro too many', `${x(159)}€`, '€ makes this 2 SMS instead of 1.'],
])('a hint for %s', (_name, text, hint) => expect(smsHint(text)).toBe(hint))
