import { describe, expect, test } from 'vitest'
import { errorCodeOf, failureOf } from './declines.ts'
import { countTokens, descriptorSuffix, formatCents, paymentStateOf, statementDescriptor } from './rules.ts'

test.each([
  ['paid', 0, 0, false],
  ['partly_refunded', 1, 0, false],
  ['partly_refunded', 2_519, 0, false],
  ['refunded', 2_520, 0, false],
  ['disputed', 0, 0, true],
  ['disputed', 900, 900, true],
  ['lost', 0, 900, false],
  ['lost', 900, 1_620, false],
])('a payment of 2,520 cents is %s with %i refunded, %i lost, and an open dispute: %s', (state, ...gone) => {
  const [refundedCents, lostCents, isDisputed] = gone
  expect(paymentStateOf({ amountCents: 2_520, refundedCents, lostCents, isDisputed })).toBe(state)
})

describe('the statement descriptor', () => {
  test.each([
    ['Aurora Astrology', 'ALMANAC', 'AURORA ASTROL'],
    ['Étoile & Lune', 'ALMANAC', 'ETOILE & LUNE'],
    ['"Star" <Shop> *\\', 'ALMANAC', 'STAR SHOP'],
    ["O'Hara's", 'ALMANAC', 'OHARAS'],
    ['North  Star   Readings', 'AB', 'NORTH STAR READING'],
    ['12345', 'ALMANAC', 'TOKENS'],
    ['星', 'ALMANAC', 'TOKENS'],
    ['Abcdefgh ij', 'TENLETTERS', 'ABCDEFGH I'],
  ])('of %s with %s ends in %s', (name, prefix, suffix) => {
    expect(descriptorSuffix(name, prefix)).toBe(suffix)
  })

  test('never breaks the provider’s rules', () => {
    for (const name of [
      '',
      '   ',
      '<<<>>>',
      '1*2',
      'ﬁre “Quotes”',
      'x'.repeat(300),
      'Ωmega',
      'a\u0301\u0000b',
    ]) {
      for (const prefix of ['AB', 'ALMANAC', 'TENLETTERS']) {
        const whole = statementDescriptor(name, prefix)
        expect(whole.length).toBeLessThanOrEqual(22)
        expect(whole.slice(prefix.length + 2)).toMatch(/^(?=.*[A-Z])[\x20-\x7e]+$/)
        expect(whole.slice(prefix.length + 2)).not.toMatch(/[<>\\'"*]/)
      }
    }
  })
})

test.each([
  [100, '$1.00'],
  [5, '$0.05'],
  [123_450, '$1,234.50'],
  [10_000_000, '$100,000.00'],
])('%d cents read %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

test('a token is one, tokens are many', () => {
  expect([1, 2, 1_000].map(countTokens)).toEqual(['1 token', '2 tokens', '1,000 tokens'])
})

describe('a failure', () => {
  test('of the issuer is a decline with a sentence of its own where a person can act on it', () => {
    expect(failureOf('insufficient_funds').failureMessage).toContain('insufficient funds')
    expect(errorCodeOf('insufficient_funds')).toBe('card_declined')
  })

  test('of a lost or unknown kind says nothing more than that', () => {
    const general = failureOf('generic_decline').failureMessage
    for (const code of ['lost_card', 'stolen_card', 'fraudulent', 'never_heard_of', null]) {
      expect(failureOf(code).failureMessage).toBe(general)
      expect(errorCodeOf(code)).toBe('card_declined')
    }
  })

  test('of ours is a failed payment', () => {
    expect(errorCodeOf(failureOf('abandoned').failureCode)).toBe('payment_failed')
    expect(errorCodeOf(failureOf('refused').failureCode)).toBe('payment_failed')
  })
})
