// @vitest-environment happy-dom

import { act, screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from '../src/ui/button.tsx'
import { Dialog } from '../src/ui/dialog.tsx'
import { showToast, type ToastKind } from '../src/ui/toast-store.ts'
import { holdTime, pass, releaseTime } from './held-time.ts'
import { open } from './scene.ts'

/** A screen with a dialog to open and to close. */
function Screen() {
  const [opened, setOpened] = useState(false)
  return createElement(
    'main',
    null,
    createElement(Button, { onClick: () => setOpened(true) }, 'Open'),
    createElement(
      Dialog,
      {
        opened,
        title: 'Edit',
        onClose: () => setOpened(false),
        actions: createElement(Button, null, 'Save'),
      },
      createElement('input'),
    ),
  )
}

async function openScreen() {
  await open(Screen)
  return holdTime()
}

const show = (text: string, kind: ToastKind = 'success') => act(async () => showToast(kind, text))
const line = (text: string) => screen.queryByText(text)?.closest('li') ?? null
const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const dismissOf = (text: string) => line(text)?.querySelector('button') as HTMLElement
/** What a live region says right now, and where it stands. */
const said = () =>
  [...document.querySelectorAll('[data-announcer]')]
    .filter(({ textContent }) => textContent)
    .map((region) => [
      region.parentElement?.tagName,
      region.getAttribute('aria-live'),
      ...[...region.children].map(({ textContent }) => textContent),
    ])

afterEach(async () => {
  await releaseTime()
  vi.restoreAllMocks()
})

describe('a toast', () => {
  test('is gone after its time', async () => {
    await openScreen()
    await show('Saved')
    await pass(5_999)
    expect(lines()).toEqual(['Saved'])
    await pass(1)
    expect(lines()).toEqual([])
  })

  test.each(['a dialog that opens and closes', 'other toasts'])(
    'keeps its time in spite of %s',
    async (what) => {
      const user = await openScreen()
      await show('Saved')
      const before = line('Saved')
      await pass(4_000)
      if (what === 'other toasts') {
        await show('More')
      } else {
        await user.click(screen.getByRole('button', { name: 'Open' }))
        expect(line('Saved')?.closest('dialog')?.open).toBe(true)
        await user.keyboard('{Escape}')
        expect(line('Saved')?.closest('dialog')).toBeNull()
      }
      expect(line('Saved')).toBe(before)
      await pass(2_000)
      expect(line('Saved')).toBeNull()
    },
  )

  test('is held by a pointer and by the focus, and then has the rest of its time', async () => {
    const user = await openScreen()
    await show('Saved')
    await pass(4_000)
    await user.hover(line('Saved') as Element)
    await pass(60_000)
    await act(async () => dismissOf('Saved').focus())
    await user.unhover(line('Saved') as Element)
    await pass(60_000)
    await act(async () => dismissOf('Saved').blur())
    await pass(1_999)
    expect(line('Saved')).not.toBeNull()
    await pass(1)
    expect(line('Saved')).toBeNull()
  })

  test('with the same words is there once, where it was, and has its whole time anew', async () => {
    await openScreen()
    await show('Saved')
    await show('Other')
    const before = line('Saved')
    await pass(4_000)
    await show('Saved')
    expect(lines()).toEqual(['Saved', 'Other'])
    expect(line('Saved')).toBe(before)
    await pass(5_999)
    expect(lines()).toEqual(['Saved'])
    await pass(1)
    expect(lines()).toEqual([])
  })

  // The first Escape is that of the button's tip.
  test.each(['{Enter}', ' ', '{Escape}{Escape}'])('put away by "%s" gives the focus back', async (key) => {
    const user = await openScreen()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const field = document.activeElement as HTMLElement
    await show('Saved')
    await show('Other')
    await act(async () => dismissOf('Other').focus())
    await act(async () => dismissOf('Saved').focus())
    await user.keyboard(key)
    expect(lines()).toEqual(['Other'])
    expect(document.activeElement).toBe(field)
    // Escape was the toast's, not the dialog's.
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })
})

describe('what toasts say', () => {
  test.each([
    ['info', 'polite'],
    ['success', 'polite'],
    ['warn', 'assertive'],
    ['error', 'assertive'],
  ] as const)('of kind %s comes %s, from a region that stood before, and once', async (kind, urgency) => {
    await openScreen()
    const regions = [...document.querySelectorAll('body > [data-announcer]')]
    expect(regions).toHaveLength(2)
    await show('The moon is new.', kind)
    await pass(100)
    expect(said()).toEqual([['BODY', urgency, 'The moon is new.']])
    expect([...document.querySelectorAll('body > [data-announcer]')]).toEqual(regions)
    await pass(2_000)
    expect(said()).toEqual([])
    await show('The moon is new.', kind)
    await pass(100)
    expect(said()).toEqual([['BODY', urgency, 'The moon is new.']])
  })

  test('comes from where it is heard: from within a dialog, and from the page again once that has closed', async () => {
    const user = await openScreen()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const { length } = document.querySelectorAll('dialog > [data-announcer]')
    expect(length).toBe(2)
    await show('Refused', 'error')
    await pass(100)
    expect(said()).toEqual([['DIALOG', 'assertive', 'Refused']])
    // As a dialog does that has saved: it says so and closes.
    await show('Saved')
    await user.keyboard('{Escape}')
    await pass(100)
    expect(said()).toEqual([['BODY', 'polite', 'Saved']])
  })
})

test('a dialog that opens under a toast has its acts clear of it', async () => {
  const user = await openScreen()
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled(this.textContent)
  }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    // The page's button is far above; what the dialog ends with is where toasts are.
    const top = this.textContent === 'Open' ? 100 : 680
    return { left: 16, right: 344, top, bottom: top + 60 } as DOMRect
  })
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.keyboard('{Escape}')
  await show('Login is successful')
  expect(scrolled).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(scrolled.mock.calls).toEqual([['Save']])
  expect(document.documentElement.style.getPropertyValue('--toast-room')).not.toBe('')
})

test('what one has just used is scrolled clear of a toast over it', async () => {
  const user = await openScreen()
  const { documentElement } = document
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled(this.textContent, documentElement.style.getPropertyValue('--toast-room'))
  }
  const box = (top: number) => ({ left: 16, right: 344, top, bottom: top + 60 }) as DOMRect
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60)
  const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  boxes.mockImplementation(function (this: Element) {
    return box(this.tagName === 'LI' ? 680 : 600)
  })
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.keyboard('{Escape}')
  await show('Not over it')
  expect(scrolled).not.toHaveBeenCalled()
  boxes.mockReturnValue(box(680))
  await show('Over it')
  expect(scrolled.mock.calls).toEqual([['Open', '76px']])
  await pass(10_000)
  expect(documentElement.style.getPropertyValue('--toast-room')).toBe('')
  vi.restoreAllMocks()
})
