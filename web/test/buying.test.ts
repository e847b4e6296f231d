import {
  getDefaultPayment,
  listOpenPurchases,
  type OpenPurchase,
  purchaseWithDefaultCard,
} from '@almanac/contract/payments'
import { checkSession } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { QueryObserver } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noPayment, openPurchase, savedCard, stella, tenant } from './people.ts'
import { answer, signIn, using } from './screen.ts'

const { queryClient, readOf } = await import('../src/api/query-client.ts')
const { usePaid } = await import('../src/features/payments/use-paid.ts')
const { usePurchase } = await import('../src/features/payments/use-purchase.ts')

beforeAll(() => answer(getCustomerDetailsByUrl, tenant))
beforeEach(() => signIn(stella))

const params = { customerUrl: 'aurora', consumerId: stella.id }

test('a card that a purchase saved is the default payment at once', async () => {
  answer(getDefaultPayment, noPayment)
  const observer = new QueryObserver(queryClient, readOf(getDefaultPayment, { params }))
  const stopReading = observer.subscribe(() => undefined)
  const saved = () => observer.getCurrentResult().data?.lastFourDigit
  await expect.poll(saved).toBeNull()
  answer(getDefaultPayment, savedCard)
  answer(checkSession, { ...stella, tokenBalance: 128 })
  const onPaid = await using(() => usePaid())
  onPaid({ purchaseId: 42, tokenBalance: 128, message: 'Payment is successful' })
  await expect.poll(saved).toBe('4242')
  stopReading()
})

test.each<[string, OpenPurchase[], number]>([
  ['is asked about, although the list was empty a moment ago', [openPurchase], 0],
  [
    'that only waits for the bank is not: the new purchase takes its place',
    [{ ...openPurchase, state: 'requires_action' }],
    1,
  ],
])('an earlier payment of unknown fate %s', async (_, open, sent) => {
  answer(listOpenPurchases, { purchases: [] })
  await queryClient.fetchQuery(readOf(listOpenPurchases, { params }))
  let looks = 0
  answer(listOpenPurchases, () => {
    looks += 1
    return { purchases: open }
  })
  let purchases = 0
  answer(purchaseWithDefaultCard, () => {
    purchases += 1
    return { purchaseId: 42, tokenBalance: 128, message: 'Payment is successful' }
  })
  const purchase = await using(() => usePurchase({ onPaid: () => undefined }))
  let isOver = false
  void purchase.payBy({ method: 'default-card' }, { id: 21, price: 25.2, numberOfTokens: 28 }).then(() => {
    isOver = true
  })
  // A no is no answer before the question is put.
  await expect
    .poll(() => {
      purchase.decide(false)
      return isOver
    })
    .toBe(true)
  expect([looks, purchases]).toEqual([1, sent])
})
