import { expect, test } from 'vitest'
import { username } from './fields.ts'
import { mixesScripts } from './name-scripts.ts'

test.each([
  ['a Cyrillic а in stella', 'stell\u0430'],
  ['a Cyrillic е in leo', 'l\u0435o'],
  ['a Greek ο in nova', 'n\u03bfva'],
  ['Greek and Cyrillic', '\u03b1\u0431\u0432'],
  ['an Armenian օ in nova', 'n\u0585va'],
  ['Japanese and Cyrillic', '山\u0430'],
  ['Cherokee, whose letters look Latin', '\u13da\u13a2\u13b5'],
  ['Lisu, whose letters look Latin', '\ua4e2\ua4e0\ua4f1'],
])('two names cannot look the same: %s is refused', (_what, name) => {
  expect(mixesScripts(name)).toBe(true)
  expect(username.safeParse(`${name}_1`).error?.issues[0]?.message).toBe(
    'Username must use letters of one alphabet.',
  )
})

test.each([
  ['Latin', 'stella_1998'],
  ['Latin with marks', 'Zoë-Łukasz'],
  ['Latin with a mark of its own', 'x\u0302yz'],
  ['Greek', 'γιωργος'],
  ['Cyrillic', 'Наташа.2'],
  ['Hebrew', 'סטלה'],
  ['Devanagari', 'स्टेला'],
  ['Japanese of three scripts', '山田ひカ'],
  ['Japanese and Latin', '山田taro'],
  ['Korean and Latin', '김nova'],
  ['no letters at all', '1998_!'],
])('a name of one alphabet is fine: %s', (_what, name) => {
  expect(mixesScripts(name)).toBe(false)
  expect(username.safeParse(name).success).toBe(true)
})
