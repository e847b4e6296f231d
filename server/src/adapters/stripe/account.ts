import { createHash } from 'node:crypto'

/** Stripe's keys carry the account's id: `sk_test_5` and then what follows `acct_`, e.g. `1GqIC8HYgolSBA35`. */
const keyOfAccount = /^[a-z]+_(test|live)_5(1[A-Za-z0-9]{15})[A-Za-z0-9]{20,}$/
const keyOfMode = /^[a-z]+_(test|live)_/

/**
 * Names the account that a secret key opens, and its mode, without asking for it: `test:acct_1…`. It stays the same
 * when the key is rolled. A key of another form stands for itself alone, so that after rolling it everything begins
 * anew: customers are made again, saved cards have to be added again.
 */
export function accountOf(secretKey: string): string {
  const [, mode, id] = keyOfAccount.exec(secretKey) ?? []
  if (mode && id) return `${mode}:acct_${id}`
  const hash = createHash('sha256').update(secretKey).digest('hex').slice(0, 16)
  return `${keyOfMode.exec(secretKey)?.[1] ?? 'unknown'}:key-${hash}`
}
