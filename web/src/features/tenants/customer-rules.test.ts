import type { Customer } from '@almanac/contract/tenants'
import { expect, test } from 'vitest'
import { missingWords, openStep, valuesOf } from './customer-rules.ts'

test.each([
  [0, 0, 2, 'No category or package yet'],
  [0, 3, 2, 'No category yet'],
  [12, 0, 3, 'No package yet'],
  [1, 1, null, null],
])('one with %i categories and %i packages goes on at step %s: %s', (categories, packages, step, words) => {
  const parts = { numberOfCategories: categories, numberOfPackages: packages }
  expect(openStep(parts)).toBe(step)
  expect(missingWords(parts)).toBe(words)
})

test('the form opens with the address that waits for its code, and the number as screens write it', () => {
  const customer = {
    fullName: 'Ada Desk',
    email: 'ada@mail.example',
    unverifiedEmail: 'new@mail.example',
    contactNumber: '+16175550134',
    companyName: 'Aurora',
    details: 'Readings.',
    thresholdToken: 2,
    timeZone: 'America/Boise',
  } as Customer
  expect(valuesOf(customer)).toMatchObject({
    email: 'new@mail.example',
    contactNumber: '(617) 555-0134',
    thresholdToken: '2',
  })
  expect(valuesOf({ ...customer, unverifiedEmail: null }).email).toBe('ada@mail.example')
})
