// @vitest-environment happy-dom

import { type Calendar, readCalendar } from '@almanac/contract/calendar'
import { listConsumerCategories } from '@almanac/contract/categories'
import { pages, paths } from '@almanac/contract/pages'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import {
  addShortTexts,
  getShortText,
  getShortTextSettings,
  type ListedShortText,
} from '@almanac/contract/texts'
import { screen, waitFor, within } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { createElement } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refresh } from '../src/api/query-client.ts'
import { Component as NewShortText } from '../src/features/texts/new-short-text-page.tsx'
import { Component } from '../src/shells/calendar-screen.tsx'
import { category, operator, pageOf, tenant } from './people.ts'
import { answer, arriveAt, fail, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }

const text = (id: number, day: string, time: string, status: 'scheduled' | 'sent' = 'scheduled') => ({
  id,
  messageName: `Text ${id}`,
  disburseDateTime: `${day}T${time}:00.000Z`,
  day,
  status,
})

/** Leo lacks one Sunburst, the reading of a week, and two days of reading; Virgo has all. */
function december(changes: Partial<Calendar> = {}): Calendar {
  const days = Array.from({ length: 31 }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`)
  const reading = {
    id: 31,
    audioName: 'The Open Door',
    startDateTime: '2026-11-24T05:05:00.000Z',
    endDateTime: '2027-01-05T05:05:00.000Z',
    firstDay: '2026-11-24',
    lastDay: '2027-01-05',
  }
  const all = days.map((day, index) =>
    text(index + 1, day, '12:00', day < '2026-12-03' ? 'sent' : 'scheduled'),
  )
  return {
    month: '2026-12',
    today: '2026-12-03',
    firstOpenDay: '2026-12-03',
    signs: [
      {
        id: 5,
        name: 'Leo',
        logoSvg: null,
        readings: [{ ...reading, lastDay: '2026-12-29' }],
        releaseDays: ['2026-12-01', '2026-12-08', '2026-12-22', '2026-12-29'],
        shortTexts: [...all.filter(({ day }) => day !== '2026-12-10'), text(99, '2026-12-12', '20:00')],
      },
      {
        id: 6,
        name: 'Virgo',
        logoSvg: null,
        readings: [{ ...reading, id: 32 }],
        releaseDays: ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'],
        shortTexts: all,
      },
    ],
    ...changes,
  }
}

/** Nothing of a month, and nothing to be filled. */
const past = (month: string): Calendar => ({
  ...december({ month }),
  signs: december().signs.map((sign) => ({ ...sign, readings: [], shortTexts: [] })),
})

const inFull: ListedShortText = {
  id: 4,
  messageName: 'Before noon',
  textContent: 'Make the call before noon.',
  disburseDateTime: '2026-12-04T12:00:00.000Z',
  status: 'scheduled',
  deliveries: null,
}

const cell = (words: RegExp | string) =>
  screen.getByText(words).closest<HTMLElement>('[data-place]') as HTMLElement
const focused = () =>
  document.activeElement?.querySelector('.sr-only')?.textContent ??
  document.activeElement?.getAttribute('aria-label')
const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

function openCalendar(search = '?month=2026-12') {
  return open(Component, {
    at: `${paths.operator.calendar('aurora')}${search}`,
    pattern: pages.operator.calendar,
  })
}

/** Its address looks like that of a text: what was said of one before holds for it too. */
const answerSettings = () =>
  answer(getShortTextSettings, { scheduleDelayMinutes: 5, timeZone: tenant.timeZone, usualTime: '07:00' })

beforeEach(async () => {
  happyDOM.setViewport({ width: 1440 })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-03T17:00:00Z') })
  answer(getCustomerDetailsByUrl, tenant)
  answer(readCalendar, (query) =>
    query.get('month') === '2026-12' ? december() : past(query.get('month') ?? ''),
  )
  answer(getShortText, inFull)
  answerSettings()
  await signIn(operator)
})
afterEach(() => {
  vi.useRealTimers()
  showOn('laptop')
})

describe('the calendar', () => {
  test('says how much is missing, and leads from each gap to what fills it', async () => {
    await openCalendar()
    await screen.findByText('1 Sunburst missing, 1 week without a new reading, 2 days without any')
    expect(cell('Leo, December 10: Sunburst missing, reading “The Open Door”').getAttribute('href')).toBe(
      '/aurora/customer/categories/5/short-text/upload?day=2026-12-10',
    )
    expect(cell('Leo, December 30: reading missing, Sunburst scheduled 07:00').getAttribute('href')).toBe(
      '/aurora/customer/categories/5?add=2026-12-30',
    )
    expect(
      cell(
        'Leo, December 15: reading “The Open Door”, new reading missing, Sunburst scheduled 07:00',
      ).getAttribute('href'),
    ).toBe('/aurora/customer/categories/5?add=2026-12-15')
    expect(
      cell('Virgo, December 10: reading “The Open Door”, Sunburst scheduled 07:00').getAttribute('href'),
    ).toBe('/aurora/customer/categories/6')
  })

  test('of gaps alone shows the signs that have some, and of those nothing else', async () => {
    const { user, search } = await openCalendar()
    await user.click(await screen.findByRole('button', { name: 'Only Gaps' }))
    expect(search()).toBe('month=2026-12&show=gaps')
    expect(screen.queryByText('Virgo')).toBeNull()
    const grid = within(screen.getByRole('grid'))
    expect(grid.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Leo, December 10: Sunburst missing, reading “The Open Door”',
      'Leo, December 15: reading “The Open Door”, new reading missing, Sunburst scheduled 07:00',
      'Leo, December 30: reading missing, Sunburst scheduled 07:00',
      'Leo, December 31: reading missing, Sunburst scheduled 07:00',
    ])
  })

  test('of gaps alone says where there are none', async () => {
    const { user } = await openCalendar('?month=2026-10&show=gaps')
    await screen.findByText('Nothing is missing in October 2026.')
    await user.click(screen.getByRole('button', { name: 'Show Everything' }))
    expect(screen.getByRole('grid', { name: 'October 2026, by sign and day' })).toBeDefined()
  })

  test('turns to the months around and back to this one; each is an address', async () => {
    const { user, search, goBack } = await openCalendar('')
    await screen.findByRole('grid', { name: 'December 2026, by sign and day' })
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(search()).toBe('month=2027-01')
    await screen.findByRole('grid', { name: 'January 2027, by sign and day' })
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    await user.click(screen.getByRole('button', { name: 'Previous month' }))
    expect(search()).toBe('month=2026-11')
    await user.click(screen.getByRole('button', { name: 'This Month' }))
    expect(search()).toBe('')
    await goBack()
    expect(search()).toBe('month=2026-11')
  })

  test('keeps a month, dimmed, until the next one is there', async () => {
    const { user } = await openCalendar()
    await screen.findByRole('grid')
    const calls = hold(readCalendar)
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    const call = await nth(calls, 1)
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('heading', { name: 'January 2027' })).toBeDefined()
    await meanwhile(() => call.answer(past('2027-01')))
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBeNull())
  })

  test('that can not be read says so, and is read again', async () => {
    fail(readCalendar, { message: 'The moon is in the way.' }, 400)
    const { user } = await openCalendar()
    const [again] = await screen.findAllByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('The moon is in the way.').length).toBeGreaterThan(0)
    answer(readCalendar, december())
    await user.click(again as HTMLElement)
    await screen.findByRole('grid')
  })

  test('hears of texts and of readings that change', async () => {
    await openCalendar()
    await screen.findByText('1 Sunburst missing, 1 week without a new reading, 2 days without any')
    for (const topic of ['texts', 'audio'] as const) {
      const calls = hold(readCalendar)
      await meanwhile(() => void refresh(topic))
      await meanwhile(() => calls[0]?.answer(december()))
      expect(calls).toHaveLength(1)
    }
  })
})

describe('the keys of the grid', () => {
  test('come in on today, and move by day, line and sign', async () => {
    const { user } = await openCalendar()
    await screen.findByRole('grid')
    screen.getByRole('button', { name: 'Only Gaps' }).focus()
    await user.tab()
    expect(focused()).toMatch(/^Leo, December 3: Sunburst/)
    await user.keyboard('{ArrowRight}')
    expect(focused()).toMatch(/^Leo, December 4: Sunburst/)
    await user.keyboard('{ArrowDown}')
    expect(focused()).toMatch(/^Leo, December 4: reading/)
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    expect(focused()).toMatch(/^Virgo, December 3: Sunburst/)
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(focused()).toMatch(/^Leo, December 3: Sunburst/)
  })

  test('go to the ends of a line, and of all', async () => {
    const { user } = await openCalendar()
    await screen.findByRole('grid')
    cell(/^Leo, December 3: Sunburst/).focus()
    await user.keyboard('{End}')
    expect(focused()).toMatch(/^Leo, December 31: Sunburst/)
    await user.keyboard('{ArrowRight}{Home}')
    expect(focused()).toMatch(/^Leo, December 1: Sunburst/)
    await user.keyboard('{Control>}{End}{/Control}')
    expect(focused()).toMatch(/^Virgo, December 31: reading/)
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(focused()).toMatch(/^Leo, December 1: Sunburst/)
  })

  test('are one stop of Tab, which is where one was', async () => {
    const { user } = await openCalendar()
    await screen.findByRole('grid')
    cell(/^Virgo, December 7: reading/).focus()
    expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1)
    await user.tab()
    await user.tab({ shift: true })
    expect(focused()).toMatch(/^Virgo, December 7: reading/)
  })

  test('turn the month, where the focus stays on its place, also where nothing is there', async () => {
    const { user, search } = await openCalendar()
    await screen.findByRole('grid')
    cell(/^Leo, December 7: Sunburst/).focus()
    await user.keyboard('{PageUp}')
    expect(search()).toBe('month=2026-11')
    await screen.findByRole('grid', { name: 'November 2026, by sign and day' })
    await waitFor(() => expect(focused()).toBe('Leo, November 7: no Sunburst, no reading'))
    await user.keyboard('{PageDown}')
    await waitFor(() => expect(focused()).toMatch(/^Leo, December 7: Sunburst/))
  })

  test('keep the place of a gap that somebody else fills', async () => {
    await openCalendar()
    await screen.findByRole('grid')
    cell(/^Leo, December 10: Sunburst missing/).focus()
    const [leo, ...others] = december().signs
    const filled = { ...leo, shortTexts: [text(98, '2026-12-10', '12:00'), text(97, '2026-12-10', '16:00')] }
    answer(readCalendar, december({ signs: [filled as typeof leo & object, ...others] }))
    await meanwhile(() => void refresh('texts'))
    await waitFor(() =>
      expect(focused()).toMatch(/^Leo, December 10: Sunburst scheduled 07:00, Sunburst sch/),
    )
  })
})

describe('a gap that is filled', () => {
  const gap = /^Leo, December 10: Sunburst missing/
  const filled = () => {
    const [leo, ...others] = december().signs as [Calendar['signs'][number]]
    return december({
      signs: [{ ...leo, shortTexts: [...leo.shortTexts, text(98, '2026-12-10', '12:00')] }, ...others],
    })
  }
  /** The calendar and the form, each at its address. */
  async function openBoth(search: string) {
    answer(listConsumerCategories, pageOf([category()]))
    const calls = hold(addShortTexts)
    answerSettings()
    const both = () =>
      createElement(
        Routes,
        null,
        createElement(Route, { path: pages.operator.calendar, Component }),
        createElement(Route, { path: pages.operator.shortTextUpload, Component: NewShortText }),
      )
    const scene = await open(both, { at: `${paths.operator.calendar('aurora')}${search}`, pattern: '/*' })
    await screen.findByRole('grid')
    await scene.user.click(cell(gap))
    await screen.findByText('For Leo, Dec 10, 2026.')
    await screen.findByRole('button', { name: 'Calendar Schedule Date & Time' })
    return { ...scene, calls }
  }

  test.each([
    ['laptop', 'month=2026-12&show=gaps'],
    ['phone', 'month=2026-12'],
  ] as const)(
    'leads back to the calendar as it was, at that day, and Back leads to no form again, on a %s',
    async (device, asked) => {
      if (device === 'phone') showOn(device)
      const { user, calls, search, address, goBack } = await openBoth(`?${asked}`)
      await user.type(screen.getByRole('textbox', { name: 'Message Name' }), 'Before noon')
      await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Make the call.')
      await user.click(screen.getByRole('button', { name: 'Save all' }))
      answer(readCalendar, filled())
      ;(await nth(calls, 1)).answer({ message: 'Short text added successfully.', data: [] })
      await waitFor(() => expect(focused()).toMatch(/^Leo, December 10: Sunburst scheduled/))
      expect(search()).toBe(asked)
      await goBack()
      expect(address()).toBe(paths.operator.calendar('aurora'))
    },
  )

  test('but left as it is leads back to it, too', async () => {
    const { user } = await openBoth('?month=2026-12')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(focused()).toMatch(gap))
  })
})

describe('a Sunburst of the calendar', () => {
  test('is shown in full at an address of its own; closed, the focus is where it was', async () => {
    const { user, search } = await openCalendar()
    await screen.findByRole('grid')
    cell(/^Leo, December 4: Sunburst/).focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Before noon' })
    expect(search()).toBe('month=2026-12&text=4')
    expect(dialog.textContent).toContain('Make the call before noon.')
    await user.keyboard('{Escape}')
    expect(search()).toBe('month=2026-12')
    await waitFor(() => expect(focused()).toMatch(/^Leo, December 4: Sunburst/))
  })

  test('whose answer is lost is asked for again', async () => {
    const calls = hold(getShortText)
    answerSettings()
    const { user } = await openCalendar('?month=2026-12&text=4')
    for (const number of [1, 2, 3, 4]) {
      if (screen.queryByText('Try again')) break
      const call = await Promise.race([nth(calls, number), screen.findByText('Try again').then(() => null)])
      if (!call) break
      call.drop()
    }
    const dialog = await screen.findByRole('dialog', { name: 'Short Text' })
    expect(dialog.textContent).toContain(NO_ANSWER)
    answer(getShortText, inFull)
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('dialog', { name: 'Before noon' })
  })

  test('among several of a day is chosen from all of them, and another may be added', async () => {
    const { user, search } = await openCalendar()
    await screen.findByRole('grid')
    await user.click(cell(/^Leo, December 12: Sunburst scheduled 07:00, Sunburst scheduled 15:00/))
    const dialog = within(screen.getByRole('dialog', { name: 'Leo, December 12' }))
    expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Text 1207:00, scheduled',
      'Text 9915:00, scheduled',
      'New Short Text',
    ])
    expect(dialog.getByRole('link', { name: 'New Short Text' }).getAttribute('href')).toBe(
      '/aurora/customer/categories/5/short-text/upload?day=2026-12-12',
    )
    await user.click(dialog.getByRole('link', { name: /Text 99/ }))
    expect(search()).toBe('month=2026-12&text=99')
    await screen.findByRole('dialog', { name: 'Before noon' })
  })
})

describe('where there is no room for all signs', () => {
  beforeEach(() => showOn('phone'))

  test('is one sign by weeks, first one that lacks something, and another by a press', async () => {
    const { user, search } = await openCalendar()
    await screen.findByRole('grid', { name: 'Leo, December 2026' })
    expect(
      screen
        .getByRole('button', { name: /^Leo, 1 Sunburst missing, 1 week without a new reading, 2 days/ })
        .getAttribute('aria-pressed'),
    ).toBe('true')
    await user.click(screen.getByRole('button', { name: /^Virgo, 0 Sunbursts missing/ }))
    expect(search()).toBe('month=2026-12&sign=6')
    expect(screen.getByRole('grid', { name: 'Virgo, December 2026' })).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Sun',
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
    ])
  })

  test('goes by day and week, and not off the month', async () => {
    const { user } = await openCalendar()
    await screen.findByRole('grid')
    cell(/^Leo, December 1: Sunburst/).focus()
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toMatch(/^Leo, December 1: Sunburst/)
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toMatch(/^Leo, December 8: Sunburst/)
    await user.keyboard('{Home}')
    expect(focused()).toMatch(/^Leo, December 6: Sunburst/)
  })

  test('of gaps alone leaves out the weeks that have none', async () => {
    await openCalendar('?month=2026-12&show=gaps')
    await screen.findByRole('grid')
    expect(screen.getAllByText(/^Week of/).map(({ textContent }) => textContent)).toEqual([
      'Week of December 6',
      'Week of December 13',
      'Week of December 27',
    ])
  })

  test('a gap leads to what fills it', async () => {
    const { user } = await openCalendar()
    await screen.findByRole('grid')
    await user.click(cell(/^Leo, December 10: Sunburst missing/))
    await arriveAt('/aurora/customer/categories/5/short-text/upload')
  })
})
