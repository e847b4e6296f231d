import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldUsername } from './names.ts'

test.each([
  ['Stella', 'sTELLA'],
  ['ΓΙΩΡΓΟΣ', 'γιωργος'],
  ['γιωργοσ', 'γιωργος'],
  ['Zoe\u0308', 'zoë'],
  ['STRAßE', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['\uFFE3nova', '\u0304nova'],
  ['ｓｔｅｌｌａ', 'stella'],
  ['\u212Aelvin', 'kelvin'],
  [' nova ', 'nova'],
])('%s and %s are one name', (one, other) => {
  expect(foldUsername(one)).toBe(foldUsername(other))
})

test('names that are read differently stay two', () => {
  expect(foldUsername('stella')).not.toBe(foldUsername('stela'))
  expect(foldUsername('zoe')).not.toBe(foldUsername('zoë'))
})

test('a folded name is folded, and so is it in any case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 16 }), (name) => {
      const folded = foldUsername(name)
      expect(foldUsername(folded)).toBe(folded)
      expect(foldUsername(name.normalize('NFD'))).toBe(folded)
      expect(foldUsername(name.toUpperCase())).toBe(folded)
    }),
  )
})
