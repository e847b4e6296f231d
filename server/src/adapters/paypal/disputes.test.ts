import { describe, expect, test } from 'vitest'
import { paypalIdOf, toDisputes } from './disputes.ts'

const usd = (value: string) => ({ currency_code: 'USD', value })
const open = {
  dispute_id: 'PP-D-27803',
  create_time: '2026-11-03T10:00:00.000Z',
  update_time: '2026-11-09T08:30:00.000Z',
  disputed_transactions: [{ seller_transaction_id: '2GG279541U471931P', gross_amount: usd('25.20') }],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dispute_amount: usd('25.20'),
}
const resolved = (more: object) => ({ ...open, status: 'RESOLVED', ...more })
const outcome = (outcome_code: string, refunded?: string) =>
  resolved({
    dispute_outcome: { outcome_code, ...(refunded && { amount_refunded: usd(refunded) }) },
  })
const moved = (type: string, value: string, more: object = {}) => ({
  affected_party: 'SELLER',
  type,
  reason: 'DISPUTE_SETTLEMENT',
  amount: usd(value),
  ...more,
})

describe('a dispute as PayPal shows it', () => {
  test.each(['OPEN', 'WAITING_FOR_BUYER_RESPONSE', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW', 'OTHER'])(
    'is open while it is %s',
    (status) => {
      expect(toDisputes({ ...open, status })).toEqual([
        {
          disputeId: 'PP-D-27803',
          providerPaymentId: null,
          captureId: '2GG279541U471931P',
          status: 'open',
          amountCents: 2_520,
          currency: 'usd',
          reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
          createdAt: new Date('2026-11-03T10:00:00.000Z'),
          decidedAt: null,
        },
      ])
    },
  )

  test.each([
    ['RESOLVED_BUYER_FAVOUR', outcome('RESOLVED_BUYER_FAVOUR'), 'lost', 2_520],
    ['RESOLVED_BUYER_FAVOUR in part', outcome('RESOLVED_BUYER_FAVOUR', '9.00'), 'lost', 900],
    ['RESOLVED_BUYER_FAVOUR without a refund', outcome('RESOLVED_BUYER_FAVOUR', '0.00'), 'won', 2_520],
    ['ACCEPTED', outcome('ACCEPTED'), 'lost', 2_520],
    ['ACCEPTED in part', outcome('ACCEPTED', '9.00'), 'lost', 900],
    ['RESOLVED_SELLER_FAVOUR', outcome('RESOLVED_SELLER_FAVOUR', '0.00'), 'won', 2_520],
    ['RESOLVED_WITH_PAYOUT by PayPal', outcome('RESOLVED_WITH_PAYOUT', '25.20'), 'won', 2_520],
    ['CANCELED_BY_BUYER', outcome('CANCELED_BY_BUYER'), 'won', 2_520],
    ['CANCELED_BY_BUYER after a refund', outcome('CANCELED_BY_BUYER', '25.20'), 'won', 2_520],
    ['DENIED', outcome('DENIED'), 'won', 2_520],
    ['NONE', outcome('NONE'), 'won', 2_520],
    ['no outcome', resolved({}), 'won', 2_520],
  ])('with %s stands as it says', (_what, body, status, amountCents) => {
    const decidedAt = new Date('2026-11-09T08:30:00.000Z')
    expect(toDisputes(body)).toMatchObject([{ status, amountCents, decidedAt }])
  })

  test.each([
    ['what was taken', [moved('DEBIT', '9.00')], 'lost', 900],
    ['what was taken in several parts', [moved('DEBIT', '9.00'), moved('DEBIT', '1.00')], 'lost', 1_000],
    ['what did not come back', [moved('DEBIT', '25.20'), moved('CREDIT', '20.00')], 'lost', 520],
    ['nothing where all came back', [moved('DEBIT', '25.20'), moved('CREDIT', '25.20')], 'won', 2_520],
    ['no fee', [moved('DEBIT', '9.00'), moved('DEBIT', '20.00', { reason: 'CHARGEBACK_FEE' })], 'lost', 900],
    [
      'nothing of what PayPal paid the buyer',
      [moved('CREDIT', '9.00', { affected_party: 'BUYER' }), moved('DEBIT', '1.00')],
      'lost',
      100,
    ],
  ])('costs %s, whatever its outcome', (_what, money_movements, status, amountCents) => {
    for (const code of ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT']) {
      const body = { ...outcome(code, '25.20'), money_movements }
      expect(toDisputes(body)).toMatchObject([{ status, amountCents }])
    }
  })

  test('of a part of the payment is of that part', () => {
    expect(toDisputes({ ...open, dispute_amount: usd('9.00') })).toMatchObject([{ amountCents: 900 }])
  })

  test('names every currency that it speaks of', () => {
    const eur = { currency_code: 'EUR', value: '9.00' }
    expect(toDisputes({ ...open, dispute_amount: eur })).toMatchObject([{ currency: 'eur' }])
    const mixed = resolved({ dispute_outcome: { outcome_code: 'ACCEPTED', amount_refunded: eur } })
    expect(toDisputes(mixed)).toMatchObject([{ currency: 'usd+eur' }])
    const settled = { ...outcome('ACCEPTED'), money_movements: [moved('DEBIT', '9.00', { amount: eur })] }
    expect(toDisputes(settled)).toMatchObject([{ currency: 'usd+eur' }])
  })
})

describe('a dispute of several transactions', () => {
  const transaction = (id: string, value?: string) => ({
    seller_transaction_id: id,
    ...(value && { gross_amount: usd(value) }),
  })
  test.each([
    ['what each took', '25.20', [transaction('A', '10.00'), transaction('B', '15.20')], [1_000, 1_520]],
    [
      'its part of a smaller amount',
      '10.00',
      [transaction('A', '10.00'), transaction('B', '20.00')],
      [333, 667],
    ],
    ['equal parts where none is said', '0.99', [transaction('A'), transaction('B', '5.00')], [50, 49]],
  ])('is one of each, of %s', (_what, value, disputed_transactions, shares) => {
    const disputes = toDisputes({ ...outcome('ACCEPTED', value), disputed_transactions })
    expect(disputes).toMatchObject([
      { disputeId: 'PP-D-27803', captureId: 'A', status: 'lost', amountCents: shares[0] },
      { disputeId: 'PP-D-27803/B', captureId: 'B', status: 'lost', amountCents: shares[1] },
    ])
    expect(disputes.map(({ disputeId }) => paypalIdOf(disputeId))).toEqual(['PP-D-27803', 'PP-D-27803'])
  })

  test('is of none where it names none', () => {
    expect(toDisputes({ ...open, disputed_transactions: null })).toEqual([])
  })
})
