// @vitest-environment happy-dom
import { getReceipt } from '@almanac/contract/payments'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as Receipt } from '../src/features/activity/receipt-page.tsx'
import { ConsentList } from '../src/features/consumers/consent-list.tsx'
import { RefundDialog } from '../src/features/payments/refunds/refund-dialog.tsx'
import { pagedScreens } from './lists.ts'
import { admin, payment, receipt, stella, tenant } from './people.ts'
import { answer, open, showOn, signIn } from './scene.ts'

/** Tests run in Pacific/Chatham (`vitest.config.ts`), 13:45 ahead of UTC in November; nobody here is at home there. */
const zones = { consumer: 'America/Adak', tenant: 'America/St_Johns' }

beforeEach(() => {
  showOn('laptop')
  sessionStorage.clear()
  localStorage.clear()
  answer(getCustomerDetailsByUrl, { ...tenant, timeZone: zones.tenant })
})

const timesShown = () => [
  ...new Set(
    [...(document.body.textContent ?? '').matchAll(/[A-Z][a-z]{2} \d+, \d{4} \d\d:\d\d/g)].map(
      ([time]) => time,
    ),
  ),
]

/** Noon in UTC on November 18 or, of payments, 14:05 on November 22. */
const times: Readonly<Record<string, string>> = {
  'the token history': 'Nov 18, 2026 02:00',
  'the purchases': 'Nov 18, 2026 02:00',
  'one’s own tickets': 'Nov 18, 2026 02:00',
  'the operator’s tickets': 'Nov 18, 2026 08:30',
  'the short texts': 'Nov 18, 2026 08:30',
  'the deliveries of a figure': 'Nov 18, 2026 08:30',
  'the payments': 'Nov 23, 2026 03:50',
  'the token transactions': 'Nov 19, 2026 01:45',
}

describe('a consumer reads the times of their own zone, an operator those of the company, an admin those of the device', () => {
  test.each(pagedScreens.filter(({ title }) => title in times).map((list) => [list.title, list] as const))(
    'in %s',
    async (title, { user, serve, Screen }) => {
      serve()
      const timeZone = { consumer: zones.consumer, customer: zones.tenant, admin: null }[user.type]
      await signIn({ ...user, timeZone })
      await open(Screen, { at: '/aurora' })
      await waitFor(() => expect(timesShown()).toEqual([times[title]]))
    },
  )

  test('in a receipt, with the name of the zone', async () => {
    answer(getReceipt, receipt)
    await signIn({ ...stella, timeZone: zones.consumer })
    await open(Receipt, {
      at: '/aurora/consumer/7/purchases/41',
      pattern: '/:customerUrl/consumer/:consumerId/purchases/:purchaseId',
    })
    expect(await screen.findByText('Nov 22, 2026 04:05 Hawaii-Aleutian Time')).toBeDefined()
  })

  test('in the dialog of a payment', async () => {
    await signIn({ ...admin, timeZone: null })
    await open(() => createElement(RefundDialog, { payment, onClose: () => undefined }), {
      at: '/admin/payments',
    })
    await waitFor(() => expect(timesShown()).toEqual(['Nov 23, 2026 03:50']))
  })

  test('in the record of what a consumer agreed to', async () => {
    const consent = {
      act: 'given',
      medium: 'sms',
      recipient: '+1 617 555 0100',
      categoryName: 'Leo',
    } as const
    const rest = {
      wording: 'Yes.',
      source: 'screen',
      ipAddress: null,
      dateTime: '2026-11-18T12:00:00.000Z',
    } as const
    await signIn({ ...admin, timeZone: null })
    await open(() => createElement(ConsentList, { consents: [{ ...consent, ...rest }] }), { at: '/admin' })
    await waitFor(() => expect(timesShown()).toEqual(['Nov 19, 2026 01:45']))
  })
})
