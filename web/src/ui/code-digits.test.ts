import { expect, test } from 'vitest'
import { codeDigits, isNumeric, placeDigits, removeDigit } from './code-digits.ts'

test.each([
  ['419 203', '419203'],
  ['41-92-03', '419203'],
  ['1234567', '123456'],
  ['abc', ''],
])('of %j the digits are %j', (text, digits) => expect(codeDigits(text)).toBe(digits))

test.each([
  ['4', true],
  ['419203', true],
  ['419 203', true],
  ['41-92-03', true],
  ['a', false],
  ['12a456', false],
  ['Your code is 419203.', false],
])('%j is numeric: %s', (text, is) => expect(isNumeric(text)).toBe(is))

test.each([
  ['', 0, '4', '4'],
  ['41', 2, '9', '419'],
  ['41', 5, '9', '419'],
  ['419203', 0, '7', '719203'],
  ['4192', 0, '123456', '123456'],
  ['419203', 5, '78', '419207'],
  ['41', 0, 'x', '41'],
])('%j with cell %d given %j is %j', (code, cell, typed, after) =>
  expect(placeDigits(code, cell, typed)).toBe(after),
)

test.each([
  ['4192', 3, '419'],
  ['4192', 0, '192'],
])('%j without cell %d is %j', (code, cell, after) => expect(removeDigit(code, cell)).toBe(after))
