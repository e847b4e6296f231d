// @vitest-environment happy-dom

import { listConsumerCategories } from '@almanac/contract/categories'
import { errorCatalogue } from '@almanac/contract/errors'
import { pages, paths } from '@almanac/contract/pages'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { addShortTexts, getShortTextSettings } from '@almanac/contract/texts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from '../src/features/texts/new-short-text-page.tsx'
import { nextFullHour, proposeAfter } from '../src/features/texts/schedule-rules.ts'
import type { WallTime } from '../src/ui/wall-time.ts'
import { category, operator, pageOf, tenant } from './people.ts'
import { answer, arriveAt, asksBeforeUnload, hold, nth, open, signIn } from './scene.ts'

// A hundred date fields take half a minute to be drawn here.
const AT_ONCE_MAX = 4
vi.mock('@almanac/contract/limits', async (importActual) => {
  const actual = await importActual<typeof import('@almanac/contract/limits')>()
  return { ...actual, limits: { ...actual.limits, shortTextsAtOnceMax: 4 } }
})

const draws = vi.hoisted(() => ({ count: 0 }))
vi.mock('../src/features/texts/message-field.tsx', async (importActual) => {
  const actual = await importActual<typeof import('../src/features/texts/message-field.tsx')>()
  return {
    MessageField(props: Parameters<typeof actual.MessageField>[0]) {
      draws.count += 1
      return actual.MessageField(props)
    },
  }
})

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'
const TOO_LONG = 'Text must be 2 to 160 characters.'

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Message Name' })
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save all' })
const question = () => screen.queryByRole('dialog', { name: 'Leave this page?' })

async function openForm() {
  const calls = hold(addShortTexts)
  const scene = await open(Component, {
    at: paths.operator.shortTextUpload('aurora', 5),
    pattern: pages.operator.shortTextUpload,
  })
  await screen.findByRole('button', { name: 'Calendar Schedule Date & Time' })
  return { ...scene, calls }
}

/** Chooses noon of the tenth in the month after next. */
async function pickTime(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Calendar Schedule Date & Time' }))
  // By their attributes: to compute the names of all days takes longer than all else.
  const press = (selector: string) => user.click(document.querySelector(selector) as Element)
  await press('[aria-label="Next month"]')
  await press('[aria-label="Next month"]')
  await press('[role=gridcell] [aria-label*=" 10, "]')
  await press('[data-type=hour]')
  await user.keyboard('1200')
}

async function fillIn(user: UserEvent) {
  await user.type(name(), 'Before noon')
  await user.type(text(), 'Make the call.')
  await pickTime(user)
}

const saved = { message: 'Short text added successfully.', data: [] }

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(listConsumerCategories, pageOf([category()]))
  answer(getShortTextSettings, { scheduleDelayMinutes: 5, timeZone: 'America/New_York', usualTime: '07:00' })
  await signIn(operator)
})

describe('a new short text', () => {
  test('counts its characters, takes 160 and refuses 161 once the field is left', async () => {
    const { user } = await openForm()
    await user.click(text())
    await user.paste('x'.repeat(160))
    expect(screen.getByText('Word Counts: 160/160 (Max)')).toBeDefined()
    await user.tab()
    expect(screen.queryByText(TOO_LONG)).toBeNull()
    await user.type(text(), 'y')
    expect(screen.getByText('Word Counts: 161/160 (Max)')).toBeDefined()
    expect(screen.getByText(TOO_LONG)).toBeDefined()
    expect(text().getAttribute('aria-invalid')).toBe('true')
    expect(save().disabled).toBe(true)
    await user.type(text(), '{Backspace}')
    expect(screen.queryByText(TOO_LONG)).toBeNull()
    expect(text().value).toHaveLength(160)
  })

  test('complains of a field once it was left, and ties the sentence to it', async () => {
    const { user } = await openForm()
    await user.type(name(), 'B')
    expect(screen.queryByText(/must be 2 to 100/)).toBeNull()
    await user.tab()
    const complaint = screen.getByText('Message name must be 2 to 100 characters.')
    expect(document.getElementById(name().getAttribute('aria-describedby') ?? '')?.contains(complaint)).toBe(
      true,
    )
    expect(name().getAttribute('aria-invalid')).toBe('true')
    expect(text().getAttribute('aria-invalid')).toBeNull()
  })

  test('that is not whole is not sent by Enter either', async () => {
    const { user, calls } = await openForm()
    await user.type(text(), 'Make the call.')
    await pickTime(user)
    await user.type(name(), 'B{Enter}')
    expect(save().disabled).toBe(true)
    await user.type(name(), 'y noon{Enter}')
    const call = await nth(calls, 1)
    expect(call.body).toMatchObject({ shortTextList: [{ messageName: 'By noon' }] })
    expect(calls).toHaveLength(1)
  })

  test('begins at the next full hour, and the next one a day later; neither is input that could be lost', async () => {
    const { user } = await openForm()
    const times = () =>
      screen
        .getAllByRole('group', { name: 'Schedule Date & Time' })
        .map((field) => [...field.querySelectorAll('[role=spinbutton]')].map((part) => part.textContent))
    const shown = (wall: WallTime) => [
      wall.slice(5, 7),
      wall.slice(8, 10),
      wall.slice(0, 4),
      wall.slice(11, 13),
      '00',
    ]
    const schedule = { now: new Date(), delayMinutes: 5, timeZone: 'America/New_York' }
    const first = nextFullHour(schedule)
    await user.click(screen.getByRole('button', { name: 'Add new' }))
    expect(times()).toEqual([shown(first), shown(proposeAfter(first, schedule))])
    expect(asksBeforeUnload()).toBe(false)
  })

  test('is one of as many as are saved together, which the form says before another is added', async () => {
    const { user } = await openForm()
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add new' })
    for (let entries = 1; entries < AT_ONCE_MAX; entries += 1) await user.click(add)
    expect(add.disabled).toBe(true)
    screen.getByText(`A form holds ${AT_ONCE_MAX} texts at the most. Save these before you add more.`)
    await user.click(screen.getByRole('button', { name: `Remove short text ${AT_ONCE_MAX}` }))
    expect(add.disabled).toBe(false)
  })

  test('is the only one of its form that is rendered again when a letter is typed into it', async () => {
    const { user } = await openForm()
    const add = screen.getByRole('button', { name: 'Add new' })
    await user.click(add)
    await user.click(add)
    const second = within(screen.getByRole('region', { name: 'Short text 2' }))
    const field = second.getByRole('textbox', { name: 'Message Name' })
    await user.type(field, 'B')
    draws.count = 0
    await user.type(field, 'efore')
    expect(draws.count).toBe('efore'.length)
  })

  test('that was added has the focus', async () => {
    const { user } = await openForm()
    await user.click(screen.getByRole('button', { name: 'Add new' }))
    const second = within(screen.getByRole('region', { name: 'Short text 2' }))
    expect(document.activeElement).toBe(second.getByRole('textbox', { name: 'Message Name' }))
  })

  test('that is removed gives the focus to the next one, then to the one before, at last to Add new', async () => {
    const { user } = await openForm()
    const add = screen.getByRole('button', { name: 'Add new' })
    await user.click(add)
    await user.click(add)
    const names = screen.getAllByRole('textbox', { name: 'Message Name' })
    for (const [index, field] of names.entries()) await user.type(field, `The ${index + 1}.`)
    const remove = (number: number) => screen.getByRole('button', { name: `Remove short text ${number}` })
    const focused = () => {
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove/)
      const entry = within(document.activeElement?.closest('section') as HTMLElement)
      return entry.getByRole<HTMLInputElement>('textbox', { name: 'Message Name' }).value
    }
    await user.click(remove(2))
    expect(focused()).toBe('The 3.')
    await user.keyboard('{Enter}')
    expect(focused()).toBe('The 1.')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(add)
  })

  test('is sent once, and what is saved asks nobody', async () => {
    const { user, calls } = await openForm()
    await fillIn(user)
    await user.click(save())
    const call = await nth(calls, 1)
    expect(save().getAttribute('aria-busy')).toBe('true')
    await user.dblClick(save())
    await user.type(name(), '{Enter}')
    expect(asksBeforeUnload()).toBe(true)
    call.answer(saved)
    await screen.findByText('Short text added successfully.')
    expect(question()).toBeNull()
    await arriveAt(paths.operator.category('aurora', 5))
    await waitFor(() => expect(asksBeforeUnload()).toBe(false))
    expect(calls).toHaveLength(1)
    expect(call.body).toEqual({
      consumerCategoryId: 5,
      shortTextList: [
        {
          messageName: 'Before noon',
          textContent: 'Make the call.',
          disburseDateTime: expect.stringMatching(/^\d{4}-\d\d-10 12:00$/),
        },
      ],
    })
  })

  test.each([
    ['is lost', NO_ANSWER],
    ['is a failure', 'The moon is in the way.'],
  ])('whose answer %s stays as it was, and goes again under the same key', async (_how, words) => {
    const { user, calls } = await openForm()
    await fillIn(user)
    await user.click(save())
    const first = await nth(calls, 1)
    if (words === NO_ANSWER) first.drop()
    else first.fail({ message: words })
    await screen.findByText(words)
    expect(text().value).toBe('Make the call.')
    await user.click(save())
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toMatch(/\S{8}/)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    expect(second.body).toEqual(first.body)
  })

  test('that was changed after its answer was lost goes under the same key: never beside what may be saved', async () => {
    const { user, calls } = await openForm()
    await fillIn(user)
    await user.click(save())
    const first = await nth(calls, 1)
    first.drop()
    await screen.findByText(NO_ANSWER)
    await user.type(text(), ' Now.')
    await user.click(save())
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    expect(second.body).toMatchObject({ shortTextList: [{ textContent: 'Make the call. Now.' }] })
    second.refuse('idempotency_mismatch')
    await screen.findByText(errorCatalogue.idempotency_mismatch.message)
    expect(text().value).toBe('Make the call. Now.')
    await user.click(save())
    const third = await nth(calls, 3)
    expect(third.idempotencyKey).not.toBe(first.idempotencyKey)
    third.answer(saved)
    await arriveAt(paths.operator.category('aurora', 5))
  })

  test('that is not saved is asked about before one leaves', async () => {
    const { user, goTo, goBack, address } = await openForm()
    const at = address()
    await goTo('/aurora/customer/packages')
    await goTo(at)
    expect(asksBeforeUnload()).toBe(false)
    await user.type(name(), 'B')
    expect(asksBeforeUnload()).toBe(true)
    await goTo('/aurora/customer/faq')
    expect(question()).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'No' }))
    expect(address()).toBe(at)
    expect(name().value).toBe('B')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.keyboard('{Escape}')
    expect(address()).toBe(at)
    await goBack()
    expect(question()?.textContent).toContain(
      'Are you sure, you want to move from the current page? All the unsaved changes will be lost.',
    )
    await user.click(screen.getByRole('button', { name: 'No' }))
    expect(name().value).toBe('B')
    await goTo('/aurora/customer/faq')
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await arriveAt('/aurora/customer/faq')
    await waitFor(() => expect(asksBeforeUnload()).toBe(false))
  })

  test.each(['never', 'no more'])('that holds nothing, %s, is left by the arrow unasked', async (since) => {
    const { user } = await openForm()
    if (since === 'no more') await user.type(name(), 'B{Backspace}')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(question()).toBeNull()
    await arriveAt(paths.operator.category('aurora', 5))
  })

  test('with nothing in it any more may be left', async () => {
    const { user, goTo } = await openForm()
    await user.type(name(), 'B{Backspace}')
    await goTo('/aurora/customer/faq')
    expect(question()).toBeNull()
    await arriveAt('/aurora/customer/faq')
  })
})

describe('a new short text of a category', () => {
  test('says whose it is', async () => {
    await openForm()
    expect(await screen.findByText('For Leo.')).toBeDefined()
  })

  test('that does not exist has no form', async () => {
    answer(listConsumerCategories, pageOf([]))
    await open(Component, {
      at: paths.operator.shortTextUpload('aurora', 99999),
      pattern: pages.operator.shortTextUpload,
    })
    await screen.findByRole('heading', { name: 'Category not found' })
    expect(screen.queryByRole('button', { name: 'Save all' })).toBeNull()
  })
})

describe('a new short text for a day of the calendar', () => {
  const day = '2031-12-03'
  async function openFor(on = day) {
    const calls = hold(addShortTexts)
    const scene = await open(Component, {
      at: `${paths.operator.shortTextUpload('aurora', 5)}?day=${on}`,
      pattern: pages.operator.shortTextUpload,
    })
    await screen.findByRole('button', { name: 'Calendar Schedule Date & Time' })
    return { ...scene, calls }
  }

  test('has that day and the usual time, and leads back to the month', async () => {
    answer(getShortTextSettings, (query) => ({
      scheduleDelayMinutes: 5,
      timeZone: 'America/New_York',
      usualTime: query.get('consumerCategoryId') === '5' ? '15:30' : '07:00',
    }))
    const { user, calls, search } = await openFor()
    await user.type(name(), 'Before noon')
    await user.type(text(), 'Make the call.')
    await user.click(save())
    const call = await nth(calls, 1)
    expect(call.body).toMatchObject({ shortTextList: [{ disburseDateTime: `${day} 15:30` }] })
    call.answer(saved)
    await arriveAt(paths.operator.calendar('aurora'))
    expect(search()).toBe('month=2031-12')
  })

  test('says whose and which day it is', async () => {
    await openFor()
    expect(await screen.findByText('For Leo, Dec 3, 2031.')).toBeDefined()
  })

  test('with nothing else in it may be left unasked; with a word in it not', async () => {
    const { user, address, goTo } = await openFor()
    await user.type(name(), 'B')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(question()).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'No' }))
    await user.type(name(), '{Backspace}')
    expect(address()).toBe(paths.operator.shortTextUpload('aurora', 5))
    await goTo(paths.operator.calendar('aurora'))
    expect(question()).toBeNull()
    await arriveAt(paths.operator.calendar('aurora'))
  })

  test('at a time that the clocks skip says when it will be sent', async () => {
    answer(getShortTextSettings, {
      scheduleDelayMinutes: 5,
      timeZone: 'America/New_York',
      usualTime: '01:30',
    })
    const { user } = await openFor('2031-03-09')
    expect(screen.getByText('In Eastern Time.')).toBeDefined()
    await user.click(document.querySelector('[data-type=hour]') as Element)
    await user.keyboard('0230')
    const hint = 'In Eastern Time. The clocks skip 02:30 on that day: it will be sent at 03:00.'
    expect(await screen.findByText(hint)).toBeDefined()
    expect(screen.queryByText('In Eastern Time.')).toBeNull()
  })

  test('that is over is proposed nothing', async () => {
    const { user } = await openFor('2020-12-03')
    await user.type(name(), 'Before noon')
    await user.type(text(), 'Make the call.')
    expect(save().disabled).toBe(true)
  })
})
