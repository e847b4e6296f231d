import { expect, test } from 'vitest'
import { hashRequest } from './request-hash.ts'

test('a request hash knows no order of fields, but every value', () => {
  const one = hashRequest({ packageId: 1, paymentId: 'pm_a', saveCardAsDefault: false })
  expect(hashRequest({ saveCardAsDefault: false, paymentId: 'pm_a', packageId: 1 })).toBe(one)
  expect(hashRequest({ packageId: 2, paymentId: 'pm_a', saveCardAsDefault: false })).not.toBe(one)
  expect(hashRequest({ packageId: 1, paymentId: 'pm_a', saveCardAsDefault: true })).not.toBe(one)
})
