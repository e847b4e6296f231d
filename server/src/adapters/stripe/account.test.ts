import { expect, test } from 'vitest'
import { accountOf } from './account.ts'

const one = '1GqIC8HYgolSBA35'
const other = '1HrJD9IZhpmTCB46'
const tail = 'x'.repeat(80)

test.each([
  ['a key', `sk_test_5${one}${tail}`, `test:acct_${one}`],
  ['the same key rolled', `sk_test_5${one}${'y'.repeat(80)}`, `test:acct_${one}`],
  ['a restricted key', `rk_test_5${one}${tail}`, `test:acct_${one}`],
  ['the live mode', `sk_live_5${one}${tail}`, `live:acct_${one}`],
  ['another account', `sk_test_5${other}${tail}`, `test:acct_${other}`],
])('%s tells account and mode', (_what, key, account) => {
  expect(accountOf(key)).toBe(account)
})

test('a key of another form stands for itself alone, and is not shown', () => {
  const old = accountOf('sk_test_old')
  expect(old).toMatch(/^test:key-[0-9a-f]{16}$/)
  expect(accountOf('sk_test_other')).not.toBe(old)
  expect(accountOf('sk_live_old')).toMatch(/^live:key-/)
})
