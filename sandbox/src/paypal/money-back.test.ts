import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueOf, linkOf, type OpenPaypal, openPaypal } from '../../test/paypal.ts'

let paypal: OpenPaypal
beforeAll(async () => {
  paypal = await openPaypal()
})
afterAll(() => paypal.close())
beforeEach(() => paypal.control('/reset'))

/** Pays 20.00; answers the capture's id. */
const pay = async (form: Record<string, string> = {}) => {
  const keyed = () => ({ 'paypal-request-id': randomUUID() as string })
  const { body } = await paypal.call(
    'POST',
    '/v2/checkout/orders',
    {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '20.00' }, custom_id: 'purchase-9' }],
      payment_source: { paypal: {} },
    },
    keyed(),
  )
  await paypal.decide(linkOf(body, 'payer-action'), { decision: 'approve', ...form })
  const captured = await paypal.call('POST', `/v2/checkout/orders/${body.id}/capture`, undefined, keyed())
  return captured.body.purchase_units[0].payments.captures[0].id as string
}
const refund = async (captureId: string, value?: string, requestId = randomUUID() as string) =>
  (
    await paypal.payments.refundCapturedPayment({
      captureId,
      paypalRequestId: requestId,
      prefer: 'return=representation',
      body: value ? { amount: { currencyCode: 'USD', value } } : {},
    })
  ).result
const statusOf = async (captureId: string) =>
  (await paypal.payments.getCapturedPayment({ captureId })).result.status
const newest = async () => {
  const { data } = await paypal.get('/sandbox/control/state')
  return (data as { paypal: { events: { event_type: string; resource: object }[] } }).paypal.events
}
const kinds = async () => (await newest()).map((event) => event.event_type).slice(2)
const fault = (kind: string) => paypal.control('/faults', { provider: 'paypal', kind, path: '/refund' })

describe('a refund', () => {
  it('in parts, up to what was captured', async () => {
    const id = await pay()
    expect(await refund(id, '5.00')).toMatchObject({ status: 'COMPLETED', amount: { value: '5.00' } })
    expect(await statusOf(id)).toBe('PARTIALLY_REFUNDED')
    expect(await issueOf(refund(id, '15.01'))).toBe('REFUND_AMOUNT_EXCEEDED')
    const rest = await refund(id)
    expect(rest).toMatchObject({ amount: { value: '15.00' } })
    expect(await statusOf(id)).toBe('REFUNDED')
    expect(await issueOf(refund(id))).toBe('CAPTURE_FULLY_REFUNDED')
    expect(await kinds()).toEqual(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REFUNDED'])
    expect((await paypal.payments.getRefund({ refundId: rest.id ?? '' })).result).toMatchObject({
      id: rest.id,
    })
    expect((await paypal.call('GET', '/v2/payments/refunds/NONE')).status).toBe(404)
    expect((await paypal.call('GET', '/v2/payments/captures/NONE')).status).toBe(404)
  })

  it('repeated under one request id is one', async () => {
    const id = await pay()
    await Promise.all([refund(id, '5.00', 'refund-1'), refund(id, '5.00', 'refund-1')])
    expect(await refund(id, '5.00', 'refund-1')).toMatchObject({
      sellerPayableBreakdown: { totalRefundedAmount: { value: '5.00' } },
    })
  })

  it('may be pending, and fail after all: then the money is the merchant’s again', async () => {
    const id = await pay()
    await fault('pending')
    const { id: refundId } = await refund(id)
    expect((await paypal.payments.getRefund({ refundId: refundId ?? '' })).result.status).toBe('PENDING')
    await paypal.control(`/refunds/${refundId}/finish`, { outcome: 'failed' })
    expect(await kinds()).toEqual(['PAYMENT.REFUND.PENDING', 'PAYMENT.REFUND.FAILED'])
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(await refund(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('is refused when the account has no money, the capture is pending, or the amount is none', async () => {
    const id = await pay()
    await fault('decline')
    expect(await issueOf(refund(id))).toBe('REFUND_FAILED_INSUFFICIENT_FUNDS')
    expect(await issueOf(refund(id, '0.00'))).toBe('CANNOT_BE_ZERO_OR_NEGATIVE')
    expect(await issueOf(refund(await pay({ funding: 'echeck' })))).toBe('PENDING_CAPTURE')
  })

  it('by hand at PayPal is told of, with the capture it belongs to', async () => {
    const id = await pay()
    await paypal.control('/refunds', { capture: id, amountCents: 300 })
    const event = (await newest()).at(-1)
    expect(event).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.REFUNDED',
      resource: { amount: { value: '3.00' }, custom_id: 'purchase-9' },
    })
    expect(linkOf(event?.resource ?? {}, 'up')).toMatch(new RegExp(`/v2/payments/captures/${id}$`))
  })
})

describe('a dispute', () => {
  const open = async (captureId: string, stage: string) =>
    (await paypal.control('/disputes', { capture: captureId, stage })).data as { id: string }

  it('at the bank forbids refunds, and takes the money when it is lost', async () => {
    const id = await pay()
    const dispute = await open(id, 'CHARGEBACK')
    const { body } = await paypal.call('GET', `/v1/customer/disputes/${dispute.id}`)
    expect(body).toMatchObject({
      dispute_id: dispute.id,
      status: 'WAITING_FOR_SELLER_RESPONSE',
      dispute_amount: { value: '20.00' },
      disputed_transactions: [{ seller_transaction_id: id, custom: 'purchase-9' }],
    })
    expect(await issueOf(refund(id))).toBe('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
    await paypal.control(`/disputes/${dispute.id}/close`, { status: 'lost' })
    expect(await kinds()).toEqual([
      'CUSTOMER.DISPUTE.CREATED',
      'PAYMENT.CAPTURE.REVERSED',
      'CUSTOMER.DISPUTE.RESOLVED',
    ])
    expect((await paypal.get('/sandbox/payments')).data).toMatchObject([{ id, disputed: true }])
    expect((await paypal.control('/disputes', { capture: id })).status).toBe(400)
  })

  it('with PayPal forbids partial refunds only, and can become a chargeback', async () => {
    const id = await pay()
    const dispute = await open(id, 'INQUIRY')
    expect(await issueOf(refund(id, '5.00'))).toBe('PARTIAL_REFUND_NOT_ALLOWED')
    await paypal.control(`/disputes/${dispute.id}/update`, { stage: 'CHARGEBACK' })
    expect((await kinds()).at(-1)).toBe('CUSTOMER.DISPUTE.UPDATED')
    expect(await issueOf(refund(id))).toBe('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
    await paypal.control(`/disputes/${dispute.id}/close`, { status: 'won' })
    expect(await refund(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('follows a payment by a payer who is like that', async () => {
    await pay({ funding: 'disputed' })
    expect(await kinds()).toEqual(['CUSTOMER.DISPUTE.CREATED'])
    expect((await paypal.call('GET', '/v1/customer/disputes/PP-D-NONE')).status).toBe(404)
  })
})

describe('the search of transactions', () => {
  const hourMs = 3_600_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const search = async (
    more: { page?: number; pageSize?: number; balanceAffectingRecordsOnly?: string } = {},
  ) =>
    (
      await paypal.search.searchTransactions({
        startDate: at(-hourMs),
        endDate: at(hourMs),
        fields: 'transaction_info',
        ...more,
      })
    ).result

  it('tells what was taken and given back, and how each stands', async () => {
    const [whole, part, disputed] = [await pay(), await pay(), await pay()]
    const pending = await pay({ funding: 'echeck' })
    const [all, some] = [await refund(whole), await refund(part, '5.00')]
    const { data } = await paypal.control('/disputes', { capture: disputed, stage: 'CHARGEBACK' })
    await paypal.control(`/disputes/${(data as { id: string }).id}/close`, { status: 'lost' })
    const rowsOf = ({ transactionDetails = [] }: Awaited<ReturnType<typeof search>>) =>
      transactionDetails.map(({ transactionInfo: info }) => [
        info?.transactionId,
        info?.transactionEventCode,
        info?.transactionAmount?.value,
        info?.transactionStatus,
        info?.paypalReferenceId ?? null,
      ])
    const rows = rowsOf(await search())
    expect(rows).toHaveLength(6)
    expect(rows).toEqual(
      expect.arrayContaining([
        [whole, 'T0006', '20.00', 'V', null],
        [all.id, 'T1107', '-20.00', 'S', whole],
        [part, 'T0006', '20.00', 'S', null],
        [some.id, 'T1107', '-5.00', 'S', part],
        [disputed, 'T0006', '20.00', expect.stringMatching(/^[SV]$/), null],
        [expect.any(String), 'T1106', '-20.00', 'S', disputed],
      ]),
    )
    expect(rowsOf(await search({ balanceAffectingRecordsOnly: 'N' }))).toContainEqual([
      pending,
      'T0006',
      '20.00',
      'P',
      null,
    ])
  })

  it('goes by pages, and no further than 31 days', async () => {
    const ids = [await pay(), await pay(), await pay()]
    const pages = await Promise.all([1, 2, 3].map((page) => search({ page, pageSize: 2 })))
    expect(pages[0]).toMatchObject({ page: 1, totalItems: 3, totalPages: 2 })
    const found = pages.map(({ transactionDetails = [] }) => transactionDetails)
    expect(found.map(({ length }) => length)).toEqual([2, 1, 0])
    expect(found.flat().map(({ transactionInfo }) => transactionInfo?.transactionId)).toEqual(ids)
    const statusOfSpan = async (start: string, end: string) =>
      (await paypal.call('GET', `/v1/reporting/transactions?start_date=${start}&end_date=${end}`)).status
    const day = 24 * hourMs
    expect(await statusOfSpan(at(-31 * day), at(0))).toBe(200)
    expect(await statusOfSpan(at(-32 * day), at(0))).toBe(400)
    expect(await statusOfSpan('yesterday', at(0))).toBe(400)
  })
})
