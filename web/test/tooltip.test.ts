// @vitest-environment happy-dom

import { act, screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '../src/ui/dialog.tsx'
import { IconButton } from '../src/ui/icon-button.tsx'
import { holdTime, pass, releaseTime } from './held-time.ts'
import { open } from './scene.ts'

/** Two icon buttons in a dialog, whose own is named Close. */
function Screen() {
  const [opened, setOpened] = useState(true)
  const icon = () => null
  return createElement(
    Dialog,
    { opened, title: 'Players', onClose: () => setOpened(false) },
    createElement(IconButton, { icon, label: 'Edit Stella Marsh', tip: 'Edit' }),
    createElement(IconButton, { icon, label: 'Delete Stella Marsh', tip: 'Delete' }),
  )
}

const tip = () => screen.queryByRole('tooltip')
const button = (name: string) => screen.getByRole('button', { name: `${name} Stella Marsh` })

async function openScreen() {
  await open(Screen)
  return holdTime()
}

beforeEach(() => {
  // Whether the focus came by key is the browser's to know.
  const { matches } = Element.prototype
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector === ':focus-visible' || matches.call(this, selector)
  })
})
afterEach(async () => {
  await releaseTime()
  vi.restoreAllMocks()
})

test('comes when a pointer rests, and not when one only passes', async () => {
  const user = await openScreen()
  await user.hover(button('Edit'))
  await pass(499)
  expect(tip()).toBeNull()
  await user.unhover(button('Edit'))
  await pass(5_000)
  expect(tip()).toBeNull()
  await user.hover(button('Edit'))
  await pass(500)
  expect(tip()?.textContent).toBe('Edit')
})

test('stays while the pointer is on it, and goes when that has left both', async () => {
  const user = await openScreen()
  await user.hover(button('Edit'))
  await pass(500)
  await user.unhover(button('Edit'))
  await user.hover(tip() as Element)
  await pass(60_000)
  expect(tip()?.textContent).toBe('Edit')
  await user.unhover(tip() as Element)
  await pass(200)
  expect(tip()).toBeNull()
})

test('comes at once on focus and leaves with it', async () => {
  const user = await openScreen()
  await act(async () => button('Edit').focus())
  expect(tip()?.textContent).toBe('Edit')
  await user.tab()
  expect(tip()?.textContent).toBe('Delete')
  await act(async () => button('Delete').blur())
  expect(tip()).toBeNull()
})

test('Escape closes it alone, wherever the focus is, and only then the dialog', async () => {
  const user = await openScreen()
  await user.hover(button('Edit'))
  await pass(500)
  expect(document.activeElement).not.toBe(button('Edit'))
  await user.keyboard('{Escape}')
  expect(tip()).toBeNull()
  expect(screen.queryByRole('dialog')).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('another one need not wait, and there is one at a time', async () => {
  const user = await openScreen()
  await user.hover(button('Edit'))
  await pass(500)
  await user.hover(button('Delete'))
  await pass(0)
  expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toEqual(['Delete'])
})

test('a press or a finger brings none', async () => {
  const user = await openScreen()
  await user.hover(button('Edit'))
  await user.pointer({ keys: '[MouseLeft>]', target: button('Edit') })
  await pass(5_000)
  await user.unhover(button('Edit'))
  await user.pointer({ keys: '[TouchA]', target: button('Delete') })
  await act(async () => (document.activeElement as HTMLElement).blur())
  await pass(5_000)
  expect(tip()).toBeNull()
})

test('says nothing to screen readers, who have the name', async () => {
  await openScreen()
  await act(async () => button('Edit').focus())
  expect(tip()?.getAttribute('aria-hidden')).toBe('true')
})
