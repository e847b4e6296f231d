// @vitest-environment happy-dom

import { act, screen, waitFor, within } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Button } from '../src/ui/button.tsx'
import { DateField, DateRangeField, DateTimeField } from '../src/ui/date-time-field.tsx'
import { Dialog } from '../src/ui/dialog.tsx'
import { useForm } from '../src/ui/use-form.ts'
import { holdTime, pass, releaseTime } from './held-time.ts'
import { open } from './scene.ts'

const zone = { timeZone: 'America/New_York' }
const NOON = new Date('2026-11-17T17:00:00Z')
// It is November 17 at one end of the world and 18 at the other: one of them is not the device's.
const ENDS = [
  ['Pacific/Honolulu', '17'],
  ['Pacific/Kiritimati', '18'],
] as const
type Range = [string | null, string | null]

// By their attributes: to compute the name of each part takes longer than all else.
const find = (selector: string) => document.querySelector<HTMLElement>(selector)
function one(selector: string): HTMLElement {
  const found = find(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}
const part = (type: string) => one(`[role=spinbutton][data-type=${type}]`)
const opener = () => one('[aria-haspopup=dialog]')
const calendar = () => find('dialog [role=grid]')
const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''
const written = () => [...document.querySelectorAll('[role=spinbutton]')].map((each) => each.textContent)

/** A field in the hands of an owner that keeps what it is told, and notes it. */
async function show<Value>(
  field: (props: { value: Value; onChange: (value: Value) => void }) => object,
  initial: Value,
) {
  const told: Value[] = []
  let give: (value: Value) => void = () => {}
  function Owner() {
    const [value, setValue] = useState(initial)
    give = setValue
    const element = field({
      value,
      onChange(next) {
        told.push(next)
        setValue(next)
      },
    })
    return element as never
  }
  const scene = await open(Owner)
  await waitFor(opener)
  return { ...scene, told, give: (value: Value) => act(async () => give(value)) }
}

const showDay = (initial: string | null, props = {}) =>
  show<string | null>(
    (held) => createElement(DateField, { label: 'Day', ...zone, ...props, ...held }),
    initial,
  )
const showTime = (initial: string | null, props = {}) =>
  show<string | null>(
    (held) => createElement(DateTimeField, { label: 'Start', ...zone, ...props, ...held }),
    initial,
  )
const showRange = (initial: Range, props = {}) =>
  show<Range>((held) => createElement(DateRangeField, { label: 'Days', ...zone, ...props, ...held }), initial)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a date that is typed', () => {
  test('goes on from part to part, and is told once it is whole', async () => {
    const { user, told } = await showTime(null)
    await user.click(part('month'))
    await user.keyboard('1124202')
    expect(told).toEqual([])
    await user.keyboard('62359')
    expect(told.at(-1)).toBe('2026-11-24 23:59')
    expect(document.activeElement).toBe(part('minute'))
    expect(part('hour').getAttribute('aria-valuemax')).toBe('23')
  })

  test('changes by every key of a number', async () => {
    const { user, told } = await showDay('2026-11-17')
    await user.click(part('day'))
    const keys = [
      '{ArrowUp}',
      '{ArrowDown}',
      '{PageUp}',
      '{PageDown}',
      '{Home}',
      '3',
      '{ArrowRight}{ArrowUp}',
    ]
    for (const key of keys) await user.keyboard(key)
    expect(told.map((day) => day?.slice(2))).toEqual([
      '26-11-18',
      '26-11-17',
      '26-11-24',
      '26-11-17',
      '26-11-01',
      '26-11-03',
      '27-11-03',
    ])
    await user.click(part('month'))
    await user.keyboard('{End}')
    expect(told.at(-1)).toBe('2027-12-03')
  })

  test.each(ENDS)('begins by the arrows with today in %s', async (timeZone, day) => {
    const { user } = await showDay(null, { timeZone })
    await user.click(part('month'))
    await user.keyboard('{ArrowUp}{ArrowRight}{ArrowUp}{ArrowRight}{ArrowUp}')
    expect(written()).toEqual(['11', day, '2026'])
  })

  test('of which a part is deleted is none once it is left', async () => {
    const { user, told } = await showDay('2026-11-17')
    await user.click(part('month'))
    await user.keyboard('{Backspace}{Backspace}')
    await user.tab()
    expect(told).toEqual(['2026-01-17'])
    await user.click(document.body)
    expect(told).toEqual(['2026-01-17', null])
    expect(written()).toEqual(['mm', 'dd', 'yyyy'])
  })

  test('is shown anew when its owner has another', async () => {
    const { give, told } = await showDay('2026-11-17')
    await give('2026-12-01')
    expect(written()).toEqual(['12', '01', '2026'])
    expect(told).toEqual([])
  })

  test('says its name, its parts and itself', async () => {
    await showTime('2026-11-24 00:05')
    const group = screen.getByRole('group', { name: 'Start' })
    expect(
      within(group).getByRole('spinbutton', { name: 'month, Start' }).getAttribute('aria-valuetext'),
    ).toBe('11 – November')
    const [described = ''] = group.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(document.getElementById(described)?.textContent).toBe('Selected Date: November 24, 2026 at 00:05')
  })
})

describe('the limits', () => {
  const limits = { min: '2026-11-10', max: '2026-11-20' }

  test('are said once a day outside of them is left, and its owner has none', async () => {
    const { user, told } = await showDay('2026-11-17', limits)
    await user.click(part('day'))
    await user.keyboard('21')
    expect(told).toEqual([])
    expect(screen.queryByText(/^Choose/)).toBeNull()
    await user.click(document.body)
    expect(told).toEqual([null])
    const words = screen.getByText('Choose a day from Nov 10, 2026 to Nov 20, 2026.')
    expect(part('day').getAttribute('aria-invalid')).toBe('true')
    expect(part('day').getAttribute('aria-describedby')).toContain(words.closest('[id]')?.id)
    expect(written()).toEqual(['11', '21', '2026'])
  })

  test('are said in a rule’s own words where it has some', async () => {
    const { user } = await showTime('2026-11-17 12:00', { min: '2026-11-17 11:00', outside: 'Too early.' })
    await user.click(part('hour'))
    await user.keyboard('10')
    await user.click(document.body)
    expect(screen.getByText('Too early.')).toBeDefined()
    await user.click(part('hour'))
    await user.keyboard('11')
    expect(screen.queryByText('Too early.')).toBeNull()
  })

  test('are kept by the calendar', async () => {
    const { user, told } = await showDay('2026-11-17', limits)
    await user.click(opener())
    await user.keyboard('{ArrowDown}')
    expect(focused()).toContain('November 20, 2026')
    await user.click(one('[aria-label*="November 21, 2026"]'))
    expect(told).toEqual([])
    expect(one('[aria-label="Next month"]')).toHaveProperty('disabled', true)
  })
})

describe('the calendar', () => {
  test('goes by every key of a grid of days', async () => {
    const { user, told } = await showDay('2026-11-17')
    await user.click(opener())
    expect(focused()).toBe('Today, Tuesday, November 17, 2026 selected')
    expect(find('dialog th')?.textContent).toBe('Sun')
    const walk = [
      ['{ArrowRight}', 'Wednesday, November 18, 2026'],
      ['{ArrowDown}', 'Wednesday, November 25, 2026'],
      ['{ArrowLeft}', 'Tuesday, November 24, 2026'],
      ['{Home}', 'Sunday, November 22, 2026'],
      ['{End}', 'Saturday, November 28, 2026'],
      ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Tuesday, December 1, 2026'],
      ['{Home}', 'Sunday, November 29, 2026'],
      ['{ArrowUp}', 'Sunday, November 22, 2026'],
      ['{PageDown}', 'Tuesday, December 22, 2026'],
      ['{Shift>}{PageDown}{/Shift}', 'Wednesday, December 22, 2027'],
      ['{PageUp}', 'Monday, November 22, 2027'],
      ['{Shift>}{PageUp}{/Shift}', 'Sunday, November 22, 2026'],
    ]
    for (const [keys = '', day] of walk) {
      await user.keyboard(keys)
      expect([keys, focused()]).toEqual([keys, day])
    }
    expect(document.querySelectorAll('[role=gridcell] [tabindex="0"]')).toHaveLength(1)
    expect(told).toEqual([])
  })

  test.each(['{Enter}', ' '])('chooses by %j, and closes', async (key) => {
    const { user, told } = await showTime('2026-11-17 00:05')
    await user.click(opener())
    await user.keyboard(`{ArrowRight}${key}`)
    expect(told).toEqual(['2026-11-18 00:05'])
    expect(calendar()).toBeNull()
  })

  test.each(['ArrowDown', 'ArrowUp'])('opens by Alt and %s on a part', async (key) => {
    const { user } = await showDay('2026-11-17')
    await user.click(part('day'))
    await user.keyboard(`{Alt>}{${key}}{/Alt}`)
    expect(calendar()).not.toBeNull()
  })

  test.each(['{Enter}', ' '])('opens by %j on its button, which says so', async (key) => {
    const { user } = await showDay('2026-11-17')
    opener().focus()
    expect(opener().getAttribute('aria-haspopup')).toBe('dialog')
    await user.keyboard(key)
    expect(calendar()).not.toBeNull()
  })

  test.each(['{Enter}', ' '])('turns by %j on the button of another month, and stays', async (key) => {
    const { user } = await showDay('2026-11-17')
    await user.click(opener())
    for (const [button, month] of [
      ['Next month', 'December 2026'],
      ['Previous month', 'November 2026'],
    ]) {
      one(`[aria-label="${button}"]`).focus()
      await user.keyboard(key)
      expect(calendar()?.getAttribute('aria-label')).toContain(month)
    }
  })

  test('says its month anew when it turns', async () => {
    const { user } = await showDay('2026-11-17')
    await user.click(opener())
    const name = () => find('dialog [aria-live=polite]')?.textContent
    expect(name()).toBe('November 2026')
    await user.click(one('[aria-label="Next month"]'))
    expect(name()).toBe('December 2026')
    expect(calendar()?.getAttribute('aria-label')).toContain('December 2026')
  })

  test('alone is closed by Escape, not the dialog that its field stands in', async () => {
    const onClose = vi.fn()
    const { user, told } = await show<string | null>(
      (held) =>
        createElement(
          Dialog,
          { opened: true, title: 'Add', onClose },
          createElement(DateField, { label: 'Day', ...zone, ...held }),
        ),
      null,
    )
    await user.click(opener())
    await user.keyboard('{ArrowRight}{Escape}')
    expect(calendar()).toBeNull()
    expect(screen.getByRole('heading', { name: 'Add' })).toBeDefined()
    expect(onClose).not.toHaveBeenCalled()
    expect(told).toEqual([])
  })

  test('of a dialog that has no field before it has the focus, at its first part', async () => {
    await show<string | null>(
      (held) =>
        createElement(
          Dialog,
          { opened: true, title: 'Add', onClose: vi.fn() },
          createElement(DateField, { label: 'Day', ...zone, ...held }),
        ),
      null,
    )
    await waitFor(() => expect(document.activeElement).toBe(part('month')))
  })

  test.each(ENDS)(
    'marks, names and begins with today in %s, whatever the device’s is',
    async (timeZone, day) => {
      const { user } = await showDay(null, { timeZone })
      await user.click(opener())
      expect(focused()).toMatch(new RegExp(`^Today, .*November ${day}, 2026$`))
      expect(document.activeElement?.getAttribute('aria-current')).toBe('date')
      expect(document.querySelectorAll('[data-today]')).toHaveLength(1)
      expect(document.querySelectorAll('[aria-label*=Today]')).toHaveLength(1)
    },
  )
})

test('a date that is missing leads there when its form is sent, to its first part', async () => {
  function Sheet() {
    const form = useForm({
      initial: { day: null as string | null },
      schema: z.object({ day: z.string('Please choose a day.') }),
      onSubmit: vi.fn(),
    })
    return createElement(
      'form',
      { onSubmit: form.submit, noValidate: true },
      createElement(DateField, { label: 'Day', ...zone, ...form.custom('day') }),
      createElement(Button, form.submitButton, 'Save'),
    )
  }
  const { user } = await open(Sheet)
  await waitFor(opener)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Please choose a day.')).toBeDefined()
  expect(document.activeElement).toBe(part('month'))
})

describe('a range', () => {
  const week: Range = ['2026-11-15', '2026-11-17']

  test('is chosen by keyboard, its last day after its first', async () => {
    const { user, told } = await showRange(week)
    await user.click(opener())
    await user.keyboard('{ArrowUp}{Enter}')
    expect(told).toEqual([])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(told).toEqual([['2026-11-08', '2026-11-16']])
    expect(calendar()).toBeNull()
  })

  test('of which one day is chosen when the calendar closes is as it was', async () => {
    const { user, told } = await showRange(week)
    await user.click(opener())
    await user.keyboard('{ArrowUp}{Enter}')
    // Another window comes to the front.
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('{Escape}')
    expect(calendar()).toBeNull()
    expect(told).toEqual([])
    expect(written()).toEqual(['11', '15', '2026', '11', '17', '2026'])
  })

  test('that ends before it begins is refused in words', async () => {
    const { user, told } = await showRange(week)
    await user.click(part('year'))
    await user.keyboard('2027')
    await user.click(document.body)
    expect(screen.getByText('Start date can not be after end date')).toBeDefined()
    expect(told).toEqual([[null, null]])
  })

  describe('that is typed', () => {
    // Ten digits of the first day and of the last one, each of which leaves two whole days.
    const digits = '1101202611022026'
    const first: Range = ['2026-11-01', '2026-11-02']

    test('is told once, after a pause', async () => {
      const { told } = await showRange(week)
      const user = holdTime()
      await user.click(part('month'))
      await user.keyboard(digits)
      await pass(299)
      expect(told).toEqual([])
      await pass(1)
      expect(told).toEqual([first])
      await user.click(document.body)
      expect(told).toEqual([first])
      await releaseTime()
    })

    test.each([
      ['Enter', '{Enter}'],
      ['the way out of the field', '{Tab}{Tab}'],
    ])('is told once, at once, by %s', async (_way, keys) => {
      const { told } = await showRange(week)
      const user = holdTime()
      await user.click(part('month'))
      await user.keyboard(digits)
      expect(told).toEqual([])
      await user.keyboard(keys)
      expect(told).toEqual([first])
      await pass(1_000)
      expect(told).toEqual([first])
      await releaseTime()
    })
  })
})
