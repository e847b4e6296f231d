import { expect, test } from 'vitest'
import { toDomainError } from './failures.ts'

test.each([
  ['53100', 'of the database'],
  ['ENOSPC', 'of the data folder'],
  ['EDQUOT', "by its user's quota"],
])('a full disk (%s, %s) is answered with 503, and can be tried again', (code) => {
  const error = Object.assign(new Error('could not write'), { code })
  expect(toDomainError(error, []).code).toBe('unavailable')
})

test('a file that cannot be written for another reason is a fault of ours', () => {
  expect(toDomainError(Object.assign(new Error('denied'), { code: 'EACCES' }), []).code).toBe('internal')
})
