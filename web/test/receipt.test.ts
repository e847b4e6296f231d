// @vitest-environment happy-dom
import { getReceipt, listPurchases } from '@almanac/contract/payments'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { PurchaseList } from '../src/features/activity/purchase-list.tsx'
import { Component as ReceiptPage } from '../src/features/activity/receipt-page.tsx'
import { pageOf, receipt, stella, tenant } from './people.ts'
import { answer, open, signIn } from './scene.ts'

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getReceipt, receipt)
  await signIn(stella)
})

describe('a receipt', () => {
  const show = () => open(ReceiptPage, { at: '/aurora/activity/41', pattern: '/aurora/activity/:purchaseId' })

  test('is opened from the list by a link with its number', async () => {
    const { companyName: _company, ...purchase } = receipt
    answer(listPurchases, pageOf([purchase]))
    await open(PurchaseList, { at: '/aurora/activity' })
    const link = await screen.findByRole('link', { name: 'Receipt 41' })
    expect(link.getAttribute('href')).toBe('/aurora/activity/41')
  })

  test('names seller, buyer, payment, lines and total, with the logo', async () => {
    await show()
    const page = await screen.findByRole('article', { name: 'Receipt 41' })
    expect(document.title).toContain('Receipt 41')
    expect(await within(page).findByText('Paid')).toBeDefined()
    expect(page.querySelector('img')?.getAttribute('src')).toBe('/v1/images/public/aurora/logo.png')
    const facts = [...page.querySelectorAll('dl > div')].map((fact) =>
      [...fact.children].map(({ textContent }) => textContent),
    )
    expect(facts).toEqual([
      ['From', 'Aurora Astrologysupport@aurora.example'],
      ['To', 'Stella Marshstella@mail.example'],
      ['Paid with', 'Visa ending 4242Nov 22, 2026 09:05 Eastern Time'],
      ['On your statement', 'ALMANAC* AURORA'],
      ['Payment reference', 'pi_41'],
    ])
    expect(
      within(page)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['PackageAmount', 'A Month of Tuesdays28 Tokens$25.20', 'Tax$0.00', 'Total (USD)$25.20'])
  })

  test.each([
    [false, null],
    [true, 'Auto-purchase'],
  ])('that was bought automatically (%s) says so, as does its line in the list', async (isAuto, mark) => {
    const { companyName: _company, ...purchase } = { ...receipt, isAutoPurchase: isAuto }
    answer(listPurchases, pageOf([purchase]))
    answer(getReceipt, { ...receipt, isAutoPurchase: isAuto })
    await show()
    const page = await screen.findByRole('article')
    expect(page.textContent?.includes('Visa ending 4242by auto-purchase')).toBe(isAuto)
    await open(PurchaseList, { at: '/aurora/activity' })
    await screen.findByRole('link', { name: 'Receipt 41' })
    expect(screen.queryByText('Auto-purchase')?.textContent ?? null).toBe(mark)
  })

  test.each([
    ['partly_refunded', -5, 0, 'Partly refunded', '$20.20', '$5.00 returned'],
    ['refunded', -25.2, 0, 'Refunded', '$0.00', '$25.20 returned'],
    ['disputed', 0, 0, 'Disputed', '$25.20', null],
    ['lost', 0, -25.2, 'Lost to a dispute', '$0.00', '$25.20 returned'],
    ['lost', -5, -9, 'Lost to a dispute', '$11.20', '$14.00 returned'],
  ] as const)(
    'that is %s (%d refunded, %d lost) says %s, as does its line in the list',
    async (paymentState, refundedAmount, lostAmount, state, total, returned) => {
      const facts = { ...receipt, refundedAmount, lostAmount, state: paymentState }
      answer(getReceipt, facts)
      answer(listPurchases, pageOf([facts]))
      await open(PurchaseList, { at: '/aurora/activity' })
      expect(await screen.findByText(state)).toBeDefined()
      expect(screen.queryByText(/returned$/)?.textContent ?? null).toBe(returned)
      cleanup()
      await show()
      const page = await screen.findByRole('article')
      expect(page.querySelector('header')?.textContent).toContain(state)
      expect(within(page).queryByText('Paid')).toBeNull()
      expect(within(page).getAllByRole('row').at(-1)?.textContent).toBe(`Total (USD)${total}`)
    },
  )
})
