import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableCents, dueTokens, planTokens, reversalsOf } from './rules.ts'

const bought = { amountCents: 2_520, numberOfTokens: 28 }

test.each([
  ['nothing is refunded', { refundedCents: 0, lostCents: 0 }, 2_520],
  ['a part is refunded', { refundedCents: 20, lostCents: 0 }, 2_500],
  ['a part was lost to a dispute', { refundedCents: 20, lostCents: 1_000 }, 1_500],
  ['the bank took more than was left', { refundedCents: 20, lostCents: 2_520 }, 0],
])('where %s, so many cents can still be refunded', (_what, gone, cents) => {
  expect(availableCents(bought, gone)).toBe(cents)
})

describe('the tokens of money that has gone back', () => {
  test.each([
    [0, 0],
    [89, 0],
    [90, 1],
    [1_260, 14],
    [2_519, 27],
    [2_520, 28],
    [5_000, 28],
  ])('of %i cents are %i of 28, rounded down', (refundedCents, tokens) => {
    expect(dueTokens(bought, { refundedCents, lostCents: 0 })).toBe(tokens)
  })

  test('are exact at the largest package at the highest price', () => {
    const largest = { amountCents: 9_999_999, numberOfTokens: 1_000_000 }
    expect(dueTokens(largest, { refundedCents: 9_999_998, lostCents: 0 })).toBe(999_999)
  })
})

describe('what is taken now', () => {
  const half = { refundedCents: 1_260, lostCents: 0, isDisputed: false }
  test.each([
    ['nothing is spent', half, { takenBackTokens: 0, unspentTokens: 28 }, { take: 14, missing: 0 }],
    ['half was refunded before', half, { takenBackTokens: 14, unspentTokens: 14 }, { take: 0, missing: 0 }],
    ['most is spent', half, { takenBackTokens: 0, unspentTokens: 5 }, { take: 5, missing: 9 }],
    ['all is spent', half, { takenBackTokens: 0, unspentTokens: 0 }, { take: 0, missing: 14 }],
    ['a spent one came back', half, { takenBackTokens: 5, unspentTokens: 1 }, { take: 1, missing: 8 }],
    [
      'a refund failed',
      { ...half, refundedCents: 0 },
      { takenBackTokens: 14, unspentTokens: 3 },
      { take: -14, missing: 0 },
    ],
    [
      'one of two failed, the other of which found too little',
      { ...half, refundedCents: 900 },
      { takenBackTokens: 14, unspentTokens: 0 },
      { take: -4, missing: 0 },
    ],
    [
      'it is disputed',
      { ...half, isDisputed: true },
      { takenBackTokens: 14, unspentTokens: 9 },
      { take: 9, missing: 0 },
    ],
    ['a dispute is won', half, { takenBackTokens: 23, unspentTokens: 0 }, { take: -9, missing: 0 }],
    [
      'a dispute is lost',
      { refundedCents: 1_260, lostCents: 1_260, isDisputed: false },
      { takenBackTokens: 23, unspentTokens: 0 },
      { take: 0, missing: 5 },
    ],
  ])('where %s', (_what, gone, tokens, expected) => {
    expect(planTokens(bought, gone, tokens)).toEqual(expected)
  })
})

/** A refund begins or fails, a dispute opens, is won or lost. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 1_500 }) }),
  fc.record({ kind: fc.constant('fail' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constantFrom('open' as const, 'won' as const, 'lost' as const) }),
)

/** Plays acts one after the other, moving tokens after each; `spent` are gone before. */
function play(acts: readonly Act[], spent: number) {
  let refunds: number[] = []
  let dispute: 'none' | 'open' | 'won' | 'lost' = 'none'
  const lot = { takenBackTokens: 0, unspentTokens: bought.numberOfTokens - spent }
  for (const one of acts) {
    const left = bought.amountCents - refunds.reduce((sum, cents) => sum + cents, 0)
    if (one.kind === 'refund') refunds = one.cents <= left ? [...refunds, one.cents] : refunds
    else if (one.kind === 'fail') refunds = refunds.filter((_, place) => place !== one.which)
    else dispute = one.kind
    const refundedCents = refunds.reduce((sum, cents) => sum + cents, 0)
    const gone = {
      refundedCents,
      lostCents: dispute === 'lost' ? bought.amountCents : 0,
      isDisputed: dispute === 'open',
    }
    const { take } = planTokens(bought, gone, lot)
    lot.takenBackTokens += take
    lot.unspentTokens -= take
  }
  return { ...lot, refundedCents: refunds.reduce((sum, cents) => sum + cents, 0), dispute }
}
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

test('after any sequence the tokens are those of how it ended, and none is invented or lost', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), fc.integer({ min: 0, max: 28 }), (acts, spent) => {
      const { takenBackTokens, unspentTokens, refundedCents, dispute } = play(acts, spent)
      expect(takenBackTokens + unspentTokens).toBe(28 - spent)
      expect(Math.min(takenBackTokens, unspentTokens)).toBeGreaterThanOrEqual(0)
      const due = dispute === 'lost' ? 28 : Math.floor((28 * refundedCents) / 2_520)
      expect(takenBackTokens).toBe(dispute === 'open' ? 28 - spent : Math.min(due, 28 - spent))
    }),
    { numRuns: 1_000 },
  )
})

describe('of the refunds that a provider lists, a dispute claims', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const dispute = (amountCents: number, state: 'open' | 'won' | 'lost') => ({
    amountCents,
    state,
    openedAt: at(5),
    decidedAt: state === 'open' ? null : at(9),
  })
  const refund = (refundId: string, amountCents: number, minute: number) => ({
    refundId,
    amountCents,
    createdAt: at(minute),
  })
  test.each([
    ['the one of its amount', [dispute(900, 'lost')], [refund('a', 900, 6), refund('b', 100, 7)], ['a']],
    ['none while it is open', [dispute(900, 'open')], [refund('a', 900, 5), refund('b', 100, 6)], []],
    ['none once it is won', [dispute(900, 'won')], [refund('a', 900, 6)], []],
    ['none from before it was opened', [dispute(900, 'lost')], [refund('a', 900, 4)], []],
    ['none of a larger amount', [dispute(900, 'lost')], [refund('a', 901, 6)], []],
    [
      'those that make up its amount together',
      [dispute(900, 'lost')],
      [refund('a', 400, 6), refund('b', 600, 7), refund('c', 500, 8)],
      ['a', 'c'],
    ],
    [
      'the one of its amount rather than its parts',
      [dispute(900, 'lost')],
      [refund('a', 400, 6), refund('b', 900, 7)],
      ['b'],
    ],
    ['no part from long after its decision', [dispute(900, 'lost')], [refund('a', 400, 9 + 1_441)], []],
    ['the first of two', [dispute(900, 'lost')], [refund('b', 900, 8), refund('a', 900, 6)], ['a']],
    [
      'one each of two',
      [dispute(900, 'lost'), dispute(900, 'lost')],
      [refund('a', 900, 6), refund('b', 900, 7), refund('c', 900, 8)],
      ['a', 'b'],
    ],
  ])('%s', (_what, disputes, refunds, taken) => {
    expect([...reversalsOf(disputes, refunds)]).toEqual(taken)
  })
})
