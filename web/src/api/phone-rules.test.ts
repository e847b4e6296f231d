import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import { isNorthAmerican, isSamePhone, type ParsePhone } from './phone-rules.ts'

const parse: ParsePhone = (text, country) => parsePhoneNumberFromString(text, country)

test.each([
  ['+1 617 555 0142', true, 'Boston'],
  ['(617) 555-0142', true, 'Boston, as people write it'],
  ['416 555 0142', true, 'Toronto'],
  ['787 234 5678', true, 'Puerto Rico, a territory with a country code of its own'],
  ['+1 340 642 1234', true, 'the US Virgin Islands'],
  ['+1 671 300 1234', true, 'Guam'],
  ['+1 684 733 1234', true, 'American Samoa'],
  ['+1 670 234 5678', true, 'the Northern Mariana Islands'],
  ['+1 876 555 0142', false, 'Jamaica shares it too'],
  ['+1 242 355 0142', false, 'the Bahamas share the code +1'],
  ['+44 20 7946 0958', false, 'London'],
  ['12345', false, 'too short'],
  ['', false, 'nothing'],
])('%s can take SMS: %s (%s)', (number, isFine) => {
  expect(isNorthAmerican(number, parse)).toBe(isFine)
})

describe('one number in two ways of writing', () => {
  test.each([
    ['+16175550123', '(617) 555-0123', true],
    ['1-617-555-0123', '617.555.0123', true],
    ['+16175550123', '+16175550124', false],
    ['', '', false],
    ['617 555 0123', '', false],
  ])('%s and %s: %s', (left, right, isSame) => {
    expect(isSamePhone(left, right, parse)).toBe(isSame)
    expect(isSamePhone(left, right, null)).toBe(isSame)
  })

  test('a foreign number is not taken for one of here', () => {
    expect(isSamePhone('+44 20 7946 0958', '+1 617 555 0123', parse)).toBe(false)
    expect(isSamePhone('+44 20 7946 0958', '+442079460958', parse)).toBe(true)
  })
})
