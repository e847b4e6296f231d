import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LotRow, lotsOf, unspentOf } from './index.ts'

const purchase = (id: number, credit: number): LotRow => row('purchase', `purchase:${id}`, credit)
const grant = (id: number, credit: number): LotRow => row('admin', `admin:${id}`, credit)

/** Tokens above 0 are credited, those below are debited. */
function row(kind: LotRow['kind'], reference: string, tokens: number): LotRow {
  return { kind, reference, debit: Math.max(0, -tokens), credit: Math.max(0, tokens) }
}

describe('lots', () => {
  test.each<[string, LotRow[], Record<string, number>]>([
    ['none without entries', [], {}],
    [
      'a purchase and a grant open one each',
      [purchase(1, 7), grant(1, 5)],
      { 'purchase:1': 7, 'admin:1': 5 },
    ],
    [
      'a reading takes from the oldest first',
      [purchase(1, 7), purchase(2, 7), row('reading', 'play:4:9:s', -9)],
      { 'purchase:1': 0, 'purchase:2': 5 },
    ],
    [
      'and so does what an admin subtracts',
      [grant(1, 3), purchase(1, 7), row('admin', 'admin:2', -4)],
      { 'admin:1': 0, 'purchase:1': 6 },
    ],
    [
      'a Sunburst that comes back goes to the lot it was of',
      [
        purchase(1, 1),
        purchase(2, 7),
        row('sunburst', 'delivery:5:4:sms', -1),
        row('sunburst', 'delivery:5:4:email', -1),
        row('sunburst-return', 'delivery-return:5:4:sms', 1),
      ],
      { 'purchase:1': 1, 'purchase:2': 6 },
    ],
    [
      'one of several lots goes back to each of them',
      [
        purchase(1, 2),
        purchase(2, 7),
        row('sunburst', 'delivery:5:4:sms', -5),
        row('sunburst-return', 'delivery-return:5:4:sms', 5),
      ],
      { 'purchase:1': 2, 'purchase:2': 7 },
    ],
    [
      'one that comes back in part goes first where it was taken last',
      [
        purchase(1, 2),
        purchase(2, 7),
        row('sunburst', 'delivery:5:4:sms', -5),
        row('sunburst-return', 'delivery-return:5:4:sms', 4),
      ],
      { 'purchase:1': 1, 'purchase:2': 7 },
    ],
    [
      'what came back is the oldest again',
      [
        purchase(1, 1),
        purchase(2, 7),
        row('sunburst', 'delivery:5:4:sms', -1),
        row('sunburst-return', 'delivery-return:5:4:sms', 1),
        row('reading', 'play:4:9:s', -1),
      ],
      { 'purchase:1': 0, 'purchase:2': 7 },
    ],
    [
      'a return whose debit is unknown is of no purchase',
      [purchase(1, 7), row('sunburst-return', 'delivery-return:31', 1)],
      { 'purchase:1': 7, 'delivery-return:31': 1 },
    ],
    [
      'a refund takes from its own purchase, though others are older',
      [purchase(1, 7), purchase(2, 7), row('refund', 'refund:2:re_1', -3)],
      { 'purchase:1': 7, 'purchase:2': 4 },
    ],
    [
      'several refunds of one purchase, to its last token',
      [
        purchase(1, 7),
        row('refund', 'refund:1:re_1', -3),
        row('refund', 'refund:1:re_2', -4),
        purchase(2, 5),
      ],
      { 'purchase:1': 0, 'purchase:2': 5 },
    ],
    [
      'a refund that failed gives back to its own purchase what it took',
      [
        purchase(1, 7),
        purchase(2, 7),
        row('refund', 'refund:2:81', -7),
        row('reading', 'play:4:9:s', -7),
        row('refund-return', 'refund-return:2:81', 7),
      ],
      { 'purchase:1': 0, 'purchase:2': 7 },
    ],
    [
      'a dispute takes from its own purchase, and gives it back when it is won',
      [
        purchase(1, 7),
        purchase(2, 7),
        row('dispute', 'dispute:2:dp_1', -7),
        row('reading', 'play:4:9:s', -7),
        row('dispute-return', 'dispute-return:2:dp_1', 7),
      ],
      { 'purchase:1': 0, 'purchase:2': 7 },
    ],
    [
      'a Sunburst that comes back after the refund is of its purchase still',
      [
        purchase(1, 7),
        row('sunburst', 'delivery:5:4:sms', -1),
        row('refund', 'refund:1:re_1', -6),
        row('sunburst-return', 'delivery-return:5:4:sms', 1),
      ],
      { 'purchase:1': 1 },
    ],
  ])('%s', (_rule, rows, expected) => {
    const lots = lotsOf(rows)
    expect(lots.map(({ reference, unspentTokens }) => [reference, unspentTokens])).toEqual(
      Object.entries(expected),
    )
    for (const [reference, tokens] of Object.entries(expected))
      expect(unspentOf(lots, reference)).toBe(tokens)
  })

  test('keep who opened them and with how much', () => {
    expect(lotsOf([purchase(3, 28), row('reading', 'play:4:9:s', -7)])).toEqual([
      {
        reference: 'purchase:3',
        kind: 'purchase',
        creditedTokens: 28,
        unspentTokens: 21,
        takenBackTokens: 0,
      },
    ])
  })

  test('of a purchase that was never credited there is nothing', () => {
    expect(unspentOf(lotsOf([purchase(1, 7)]), 'purchase:2')).toBe(0)
  })

  test.each<[string, LotRow[], string]>([
    ['spends more than there is', [purchase(1, 7), row('reading', 'play:4:9:s', -8)], 'play:4:9:s takes 1'],
    [
      'refunds more than is left of its purchase',
      [purchase(1, 7), purchase(2, 7), row('refund', 'refund:1:re_1', -8)],
      'refund:1:re_1 leaves -1 of the 7 tokens of purchase:1',
    ],
    [
      'gives a purchase more than it was credited',
      [purchase(1, 7), row('dispute-return', 'dispute-return:1:dp_1', 1)],
      'dispute-return:1:dp_1 leaves 8 of the 7 tokens of purchase:1',
    ],
    [
      'gives back more than was taken',
      [
        purchase(1, 7),
        row('reading', 'play:4:9:s', -3),
        row('sunburst', 'delivery:5:4:sms', -1),
        row('sunburst-return', 'delivery-return:5:4:sms', 2),
      ],
      'delivery-return:5:4:sms gives back 1',
    ],
    ['refunds an unknown purchase', [grant(1, 7), row('refund', 'refund:1:re_1', -1)], 'names no purchase'],
    ['names its purchase wrongly', [purchase(1, 7), row('refund', 'dispute:1:x', -1)], 'names no purchase'],
  ])('an entry that %s is refused by name', (_what, rows, sentence) => {
    expect(() => lotsOf(rows)).toThrow(sentence)
  })
})

/** A token as a thing, which the model moves one by one. */
interface ModelToken {
  lot: string
  goneWith: string | null
}

type Wish = { act: (typeof acts)[number]; tokens: number; which: number }
const acts = [
  'purchase',
  'grant',
  'reading',
  'subtraction',
  'sunburst',
  'sunburst-return',
  'refund',
  'refund-return',
  'dispute',
  'dispute-return',
] as const

/** The naive model: every token remembers its lot and what it went with. Wishes that can't be are passed over. */
class Model {
  readonly rows: LotRow[] = []
  readonly tokens: ModelToken[] = []
  readonly lots: string[] = []
  #made = 0

  get balance(): number {
    return this.tokens.filter(({ goneWith }) => goneWith === null).length
  }

  unspent(): [string, number][] {
    return this.lots.map((lot) => [
      lot,
      this.tokens.filter((token) => token.lot === lot && token.goneWith === null).length,
    ])
  }

  apply({ act, tokens, which }: Wish): void {
    this.#made += 1
    const id = this.#made
    if (act === 'purchase') this.#credit('purchase', `purchase:${id}`, tokens)
    else if (act === 'grant') this.#credit('admin', `admin:${id}`, tokens)
    else if (act === 'reading') this.#take('reading', `play:4:${id}:session`, tokens)
    else if (act === 'subtraction') this.#take('admin', `admin:${id}`, tokens)
    else if (act === 'sunburst') this.#take('sunburst', `delivery:${id}:4:sms`, tokens)
    else if (act === 'sunburst-return') this.#return('sunburst', 'delivery', tokens, which)
    else if (act === 'refund-return') this.#return('refund', 'refund', Number.POSITIVE_INFINITY, which)
    else if (act === 'dispute-return') this.#return('dispute', 'dispute', Number.POSITIVE_INFINITY, which)
    else this.#takeOfPurchase(act, id, tokens, which)
  }

  #credit(kind: LotRow['kind'], reference: string, tokens: number): void {
    this.lots.push(reference)
    for (let count = 0; count < tokens; count++) this.tokens.push({ lot: reference, goneWith: null })
    this.rows.push(row(kind, reference, tokens))
  }

  #take(kind: LotRow['kind'], reference: string, tokens: number, ofLot?: string): void {
    const there = this.tokens.filter(
      ({ lot, goneWith }) => goneWith === null && (ofLot === undefined || lot === ofLot),
    )
    const gone = there.slice(0, tokens)
    if (gone.length === 0) return
    for (const token of gone) token.goneWith = reference
    this.rows.push(row(kind, reference, -gone.length))
  }

  #takeOfPurchase(kind: 'refund' | 'dispute', id: number, tokens: number, which: number): void {
    const purchases = this.lots.filter((lot) => lot.startsWith('purchase:'))
    const lot = purchases[which % Math.max(1, purchases.length)]
    if (lot) this.#take(kind, `${kind}:${lot.slice('purchase:'.length)}:${id}`, tokens, lot)
  }

  #return(kind: 'sunburst' | 'refund' | 'dispute', start: string, tokens: number, which: number): void {
    const known = new Set(this.rows.map(({ reference }) => reference))
    const open = this.rows
      .filter((one) => one.kind === kind)
      .map(({ reference }) => ({ from: reference, to: reference.replace(start, `${start}-return`) }))
      .filter(({ to }) => !known.has(to))
    const chosen = open[which % Math.max(1, open.length)]
    if (!chosen) return
    const back = this.tokens.filter(({ goneWith }) => goneWith === chosen.from).slice(-tokens)
    for (const token of back) token.goneWith = null
    this.rows.push(row(`${kind}-return`, chosen.to, back.length))
  }
}

const wish: fc.Arbitrary<Wish> = fc.record({
  act: fc.constantFrom(...acts),
  tokens: fc.integer({ min: 1, max: 12 }),
  which: fc.nat(20),
})

test('lots are what a token-by-token model says, after each of any entries', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 60, size: 'max' }), (wishes) => {
      const model = new Model()
      for (const one of wishes) {
        model.apply(one)
        const lots = lotsOf(model.rows)
        expect({
          lots: lots.map(({ reference, unspentTokens }) => [reference, unspentTokens]),
          sum: lots.reduce((sum, { unspentTokens }) => sum + unspentTokens, 0),
          outOfBounds: lots.filter((lot) => lot.unspentTokens < 0 || lot.unspentTokens > lot.creditedTokens),
        }).toEqual({ lots: model.unspent(), sum: model.balance, outOfBounds: [] })
      }
      for (const { kind } of model.rows) seen.set(kind, (seen.get(kind) ?? 0) + 1)
    }),
    { numRuns: 600 },
  )
  // Each kind must have come up, else the rule for it was not tried.
  for (const kind of [
    'purchase',
    'reading',
    'sunburst',
    'sunburst-return',
    'refund',
    'refund-return',
    'dispute-return',
  ])
    expect(seen.get(kind), kind).toBeGreaterThan(200)
})
