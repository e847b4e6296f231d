import { listAudio } from '@almanac/contract/audio'
import { listConsumerCategories } from '@almanac/contract/categories'
import { getTextReport } from '@almanac/contract/delivery'
import { listTokenTransactions } from '@almanac/contract/ledger'
import { listPackages } from '@almanac/contract/packages'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { listTickets } from '@almanac/contract/support'
import { listCustomers } from '@almanac/contract/tenants'
import { getShortTextSettings, type ListedShortText, listShortTexts } from '@almanac/contract/texts'
import { createElement } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, category, offer, operator, operatorReading, pageOf, tenant, textReport } from './people.ts'
import { answer, fail, linksOf, render, signIn, tagsOf, textOf, textsOf } from './screen.ts'

const { OperatorAudioTab } = await import('../src/features/audio/uploads/audio-tab.tsx')
const { EntryFields } = await import('../src/features/texts/entry-fields.tsx')
const { entryErrors } = await import('../src/features/texts/schedule-rules.ts')
const { ShortTextTab } = await import('../src/features/texts/short-text-tab.tsx')
const { ShortTextDialog } = await import('../src/features/texts/short-text-dialog.tsx')

const text: ListedShortText = {
  id: 41,
  messageName: 'Before noon',
  textContent: 'Make the call before noon.',
  disburseDateTime: '2026-11-25T12:00:00Z',
  status: 'scheduled',
  deliveries: null,
}
const nothing = () => undefined
const dialog = { timeZone: 'America/New_York', onAct: nothing, onClose: nothing }

beforeAll(() => {
  answer(getCustomerDetailsByUrl, tenant)
})

describe('an operator', () => {
  beforeAll(async () => {
    answer(listConsumerCategories, pageOf([category()]))
    answer(listAudio, pageOf([operatorReading], 10))
    answer(listShortTexts, pageOf([text]))
    answer(getShortTextSettings, {
      scheduleDelayMinutes: 5,
      timeZone: 'America/New_York',
      usualTime: '07:00',
    })
    answer(listTickets, { ...pageOf([]), counts: { open: 0, answered: 0 } })
    await signIn(operator)
  })

  test('sees a card for each category, which leads to it', async () => {
    const markup = await render(() => import('../src/features/categories/categories-page.tsx'))
    expect(textsOf(markup, 'h1')).toEqual(['Categories & Services'])
    expect(linksOf(markup)).toEqual({ 'Leo Audio, SMS, Email': '/aurora/customer/categories/5' })
  })

  test.each([
    [undefined, 'Audio'],
    [{ viewShortTextPage: true }, 'Short Text'],
  ])('opens a category with the state %j on the tab %s', async (state, tab) => {
    const markup = await render(() => import('../src/shells/category-screen.tsx'), {
      at: '/aurora/customer/categories/5',
      pattern: '/:customerUrl/customer/categories/:categoryId',
      state,
    })
    const selected = markup.match(/<button[^>]*aria-selected="true".*?<\/button>/s)?.[0] ?? ''
    expect(textOf(selected)).toBe(tab)
    expect(textsOf(markup, 'h1')).toEqual(['Leo'])
  })

  test('has the audio files under their filters, active ones first, with pages from 10 on', async () => {
    const markup = await render({ Component: () => createElement(OperatorAudioTab, { categoryId: 5 }) })
    expect(textsOf(markup, 'button').slice(0, 4)).toEqual([
      'Expired Files',
      'Active Files',
      'Unexpired Files',
      'Upload Audio',
    ])
    expect(markup).toMatch(/aria-(pressed|checked|selected|current)="true"[^>]*>(<[^>]*>)*Active Files/)
    expect(textsOf(markup, 'th').slice(0, 5)).toEqual([
      'Audio Files',
      'Duration',
      'Start Date & Time',
      'End Date & Time',
      'Actions',
    ])
    expect(textOf(markup)).toContain('The Open Door 4:38 Nov 17, 2026 00:05 Dec 15, 2026 00:05')
    expect(textOf(markup)).toContain('Items per page 10 20 50 1–10 of 10 entries')
  })

  test('has the short texts, unsent ones first', async () => {
    const markup = await render({ Component: () => createElement(ShortTextTab, { categoryId: 5 }) })
    expect(textsOf(markup, 'button').slice(0, 2)).toEqual(['Unsent', 'Sent'])
    expect(textsOf(markup, 'th').slice(0, 4)).toEqual([
      'Message Name',
      'Text',
      'Schedule Date & Time',
      'Actions',
    ])
    expect(linksOf(markup)['New Short Text']).toBe('/aurora/customer/categories/5/short-text/upload')
    expect(textOf(markup)).toContain('Before noon Make the call before noon. Nov 25, 2026 07:00')
  })

  test('reads a short text in full', async () => {
    const markup = await render({
      Component: () => createElement(ShortTextDialog, { text, ...dialog }),
    })
    expect(textsOf(markup, 'button').slice(-3)).toEqual(['Delete', 'Copy', 'Edit'])
    expect(textsOf(markup, 'dt')).toEqual(['Text', 'Scheduled Date'])
    expect(textsOf(markup, 'dd')[0]).toBe(text.textContent)
    expect(textsOf(markup, 'dd')[1]).toMatch(/^Nov 25, 2026 07:00 Eastern Time/)
  })

  describe('of a short text that was sent', () => {
    const sent = { ...text, status: 'sent' as const, deliveries: { failed: 3, unknown: 2, heldUntil: null } }
    const open = (of: ListedShortText) =>
      render({ Component: () => createElement(ShortTextDialog, { text: of, ...dialog }) })

    test('sees beside the name how many messages failed, and of how many nobody knows the fate', async () => {
      answer(listShortTexts, pageOf([sent]))
      await signIn(operator)
      const markup = await render({ Component: () => createElement(ShortTextTab, { categoryId: 5 }) })
      expect(textOf(markup)).toContain('Before noon 3 failed 2 unknown')
    })

    test('reads how far the messages came, why, and what they cost', async () => {
      answer(getTextReport, textReport())
      const markup = await open(sent)
      expect(textsOf(markup, 'h3')).toEqual(['Deliveries'])
      expect(textOf(markup)).toContain('To 1,100 subscribers by 1,214 messages for 1,210 Tokens , 3 returned')
      expect(textsOf(markup, 'li')).toEqual([
        'Delivered 1,200 Reported by the carrier',
        'Sent 5 Accepted by the provider',
        'Failed 3 Tokens returned',
        'Skipped 4 Not charged',
        'Unknown 2 Tokens kept',
        '2 Failed The number is not in use.',
        '1 Failed This number cannot receive SMS.',
        '4 Skipped The consumer did not have enough tokens.',
        '2 Unknown The mail host did not confirm that it accepted it.',
      ])
    })

    test('is told when nobody was subscribed', async () => {
      answer(getTextReport, textReport({ recipients: 0, messages: 0 }))
      await signIn(operator)
      expect(textOf(await open(sent))).toContain('No one was subscribed when this was sent.')
    })

    test('sees what waits and what quiet hours hold, while something does', async () => {
      const heldUntil = { firstDateTime: '2026-11-26T13:00:00Z', lastDateTime: '2026-11-26T16:00:00Z' }
      answer(getTextReport, textReport({ counts: { waiting: 7, held: 2 }, heldUntil }))
      await signIn(operator)
      expect(textsOf(await open(sent), 'li').slice(0, 2)).toEqual([
        'Waiting 7 Not sent yet',
        'Held 2 Quiet hours, until Nov 26, 2026 11:00',
      ])
    })

    test('can ask again where the report could not be read', async () => {
      fail(getTextReport)
      await signIn(operator)
      expect(textsOf(await open(sent), 'button')).toContain('Try again')
    })
  })

  test.each([
    [160, false],
    [161, true],
  ])('counts %d moons as the rule does, which refuses them: %s', async (moons, isRefused) => {
    const values = { messageName: 'Moons', textContent: '🌙'.repeat(moons), disburseDateTime: null }
    const schedule = { now: new Date(), delayMinutes: 0, timeZone: 'UTC' }
    const acts = { set() {}, leave() {}, drop() {} }
    const entry = { key: 0, values, proposed: null, left: new Set<keyof typeof values>() }
    const markup = await render({
      Component: () => createElement(EntryFields, { entry, number: 1, schedule, acts }),
    })
    expect(textOf(markup)).toContain(`Word Counts: ${moons}/160 (Max)`)
    expect('textContent' in entryErrors(values, schedule)).toBe(isRefused)
  })

  test('adds short texts, as many as wanted', async () => {
    const markup = await render(() => import('../src/features/texts/new-short-text-page.tsx'), {
      at: '/aurora/customer/categories/5/short-text/upload',
      pattern: '/:customerUrl/customer/categories/:categoryId/short-text/upload',
    })
    expect(textsOf(markup, 'h1')).toEqual(['Add New Short Text'])
    expect(textOf(markup)).toContain('Word Counts: 0/160 (Max)')
    expect(textsOf(markup, 'button').slice(-2)).toEqual(['Add new', 'Save all'])
    expect(markup).toMatch(/<button[^>]*\bdisabled=""[^>]*>(<[^>]*>)*Save all/)
  })

  test('sees the packages, and which can not be bought automatically', async () => {
    answer(listPackages, pageOf([offer(), offer({ id: 22, isAutoRenewable: false, autoRenewPrice: 0 })]))
    const markup = await render(() => import('../src/features/packages/operator-packages-page.tsx'))
    expect(textsOf(markup, 'h1')).toEqual(['All Packages'])
    expect(textsOf(markup, 'th').slice(0, 4)).toEqual([
      'Package Name',
      'Tokens',
      'Amount',
      'Auto-Purchase Amount',
    ])
    expect(textOf(markup)).toContain('28 $25.20 $22.40')
    expect(textOf(markup)).toContain('28 $25.20 Not auto purchasable')
    // On a phone's card each value has its label before it; this one says it all by itself.
    const labels = tagsOf(markup, 'td').map((tag) => /data-label="([^"]*)"/.exec(tag)?.[1])
    expect([labels.slice(0, 4).at(-1), labels.slice(0, 8).at(-1)]).toEqual(['Auto-Purchase', undefined])
  })

  test('is told when the packages can not be read', async () => {
    fail(listPackages)
    await signIn(operator)
    const markup = await render(() => import('../src/features/packages/operator-packages-page.tsx'))
    expect(textOf(markup)).toContain('Error while getting packages')
  })

  test('has the one question that welcomes', async () => {
    const markup = await render(() => import('../src/features/support/operator-faq-page.tsx'))
    expect(textsOf(markup, 'details')).toHaveLength(1)
    expect(textsOf(markup, 'summary')[0]).toMatch(/^Welcome/)
  })
})

describe('an admin', () => {
  beforeAll(() => signIn(admin))

  test('sees all customers', async () => {
    const parts = { numberOfCategories: 12, numberOfPackages: 5 }
    const row = { id: 1, companyName: 'Aurora Astrology', url: 'aurora', logoUrl: null, ...parts }
    answer(
      listCustomers,
      pageOf([{ ...row, fullName: 'Ada Desk', username: 'aurora-ops', email: 'ada@mail.example' }], 11),
    )
    const markup = await render(() => import('../src/shells/customers-screen.tsx'))
    expect(textsOf(markup, 'h1')).toEqual(['All Customers'])
    expect(textsOf(markup, 'th').slice(0, 2)).toEqual(['Company Name', 'Customer Url'])
    expect(textOf(markup)).toContain('Aurora Astrology aurora')
    expect(textOf(markup)).toContain('Items per page 10 20 50 1–11 of 11 entries')
  })

  test('has the token transactions of today, newest first', async () => {
    const asked: URLSearchParams[] = []
    answer(listTokenTransactions, (query) => {
      asked.push(query)
      const row = { id: 1, username: 'stella', customerUrl: 'aurora', description: 'Reading: Leo' }
      return pageOf([
        { ...row, tokenDebit: 7, tokenCredit: 0, newTokenBalance: 93, createdAt: text.disburseDateTime },
      ])
    })
    const markup = await render(() => import('../src/features/ledger/token-transactions-page.tsx'))
    expect(textsOf(markup, 'h1')).toEqual(['Token Transaction History'])
    for (const control of ['Filter by Date', 'Sort By', 'Sort Type', 'Search by Username']) {
      expect(textOf(markup)).toContain(control)
    }
    expect(textsOf(markup, 'th').slice(0, 6)).toEqual([
      'Date Time',
      'Username',
      'Description',
      'Token Debit',
      'Token Credit',
      'Token Balance',
    ])
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      shortByColumn: 'createdAt',
      isShortAscending: 'false',
      startDate: today,
      endDate: today,
      timeZone,
      page: '1',
      itemPerPage: '20',
    })
  })

  test('is told when the token transactions can not be read', async () => {
    fail(listTokenTransactions)
    await signIn(admin)
    const markup = await render(() => import('../src/features/ledger/token-transactions-page.tsx'))
    expect(textOf(markup)).toContain('Error while getting token transaction.')
  })
})
