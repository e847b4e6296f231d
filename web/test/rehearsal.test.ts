// @vitest-environment happy-dom
import { paths } from '@almanac/contract/pages'
import { type RehearsedText, readRehearsal } from '@almanac/contract/rehearsal'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from '../src/features/rehearsal/rehearsal-page.tsx'
import { operator, tenant } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const text = (id: number, disburseDateTime: string, values: Partial<RehearsedText> = {}): RehearsedText => ({
  id,
  messageName: `Text ${id}`,
  consumerCategoryId: id,
  categoryName: id === 1 ? 'Aries' : 'Leo',
  disburseDateTime,
  recipients: 4,
  sms: 2,
  email: 1,
  held: 1,
  skipped: 1,
  refused: 0,
  tokens: 3,
  reasons: [{ reason: 'insufficient-tokens', words: 'The balance does not cover it by then.', count: 1 }],
  ...values,
})

const rehearsal = {
  rehearsedDateTime: '2026-11-23T17:00:00.000Z',
  untilDateTime: '2026-12-23T17:00:00.000Z',
  texts: [
    text(1, '2026-11-24T12:00:00.000Z'),
    text(2, '2026-11-24T12:00:00.000Z', { sms: 0, held: 0, email: 0, tokens: 0, skipped: 4 }),
    text(3, '2026-11-25T12:00:00.000Z'),
  ],
  totalTexts: 3,
}

const at = paths.operator.rehearsal('aurora')
const pattern = '/:customerUrl/customer/calendar/rehearsal'

beforeEach(async () => {
  showOn('laptop')
  answer(getCustomerDetailsByUrl, tenant)
  answer(readRehearsal, rehearsal)
  await signIn(operator)
})

describe('a rehearsal', () => {
  test('has its figures all together and day by day, and opens a day text by text', async () => {
    const { user } = await open(Component, { at, pattern })
    const all = within(await screen.findByRole('list', { name: 'All together' }))
    expect(all.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'SMS42 held by quiet hours',
      'Email2Never held',
      'Skipped6Too few tokens',
      'Unreachable0Not charged',
      'Tokens6Taken',
    ])
    const days = within(screen.getByRole('table', { name: 'Days' }))
    expect(days.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DaySunburstsSMSHeldEmailSkippedUnreachableTokens',
      'Tue, Nov 24Aries and Leo211503',
      'Wed, Nov 25Leo211103',
    ])
    await user.click(days.getByRole('button', { name: 'Tue, Nov 24' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/to 4 subscribers: 2 SMS \(1 held\) and 1 email for 3 tokens/)).toBeDefined()
    expect(dialog.getByText(/nothing is sent/)).toBeDefined()
  })

  test('is made again by a press, the last one staying until then', async () => {
    const { user } = await open(Component, { at, pattern })
    await screen.findByRole('table', { name: 'Days' })
    const calls = hold(readRehearsal)
    await user.click(screen.getByRole('button', { name: 'Rehearse Again' }))
    const again = await nth(calls, 1)
    expect(screen.getByRole('table', { name: 'Days' })).toBeDefined()
    await meanwhile(() => again.answer({ ...rehearsal, texts: [], totalTexts: 0 }))
    expect(await screen.findByText(/there is nothing to rehearse/)).toBeDefined()
  })
})
