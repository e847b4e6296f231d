// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Menu } from '../src/ui/menu.tsx'
import { open } from './scene.ts'

const chosen = vi.fn()
const item = (label: string) => ({ label, onSelect: () => chosen(label) })

/** An account menu between two other stops. */
async function openMenu(keys = '') {
  const option = (label: string) => ({ ...item(label), isChosen: label === 'Light' })
  const items = [
    item('My Profile'),
    item('My Activity'),
    { label: 'Appearance', options: [option('Light'), option('Dark')] },
    item('Logout'),
  ]
  const scene = await open(() =>
    createElement(
      'div',
      null,
      createElement('button', { type: 'button' }, 'Before'),
      createElement(Menu, { label: 'Account', trigger: 'Stella', items }),
      createElement('button', { type: 'button' }, 'After'),
    ),
  )
  trigger().focus()
  if (keys) await scene.user.keyboard(keys)
  return scene
}

const trigger = () => screen.getByRole('button', { name: 'Account' })
const menu = () => screen.queryByRole('menu')
const focused = () => document.activeElement?.textContent

beforeEach(() => chosen.mockClear())

describe('a menu', () => {
  test.each([
    ['{Enter}', 'My Profile'],
    [' ', 'My Profile'],
    ['{ArrowDown}', 'My Profile'],
    ['{ArrowUp}', 'Logout'],
  ])('is opened from its button by "%s" at %s, and closed by Escape', async (key, first) => {
    const { user } = await openMenu()
    expect(trigger().getAttribute('aria-haspopup')).toBe('menu')
    expect(trigger().getAttribute('aria-expanded')).toBe('false')
    await user.keyboard(key)
    expect(focused()).toBe(first)
    expect(trigger().getAttribute('aria-expanded')).toBe('true')
    expect(trigger().getAttribute('aria-controls')).toBe(menu()?.id)
    await user.keyboard('{Escape}')
    expect(menu()).toBeNull()
    expect(document.activeElement).toBe(trigger())
  })

  test.each([
    ['{ArrowDown}', 'My Activity'],
    ['{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}', 'Logout'],
    ['{End}{ArrowDown}', 'My Profile'],
    ['{ArrowUp}', 'Logout'],
    ['{End}{ArrowUp}', 'Dark'],
    ['{End}', 'Logout'],
    ['{End}{Home}', 'My Profile'],
    ['d', 'Dark'],
    ['L', 'Light'],
    ['ll', 'Logout'],
    ['lll', 'Light'],
    ['lo', 'Logout'],
    ['my', 'My Activity'],
    ['m', 'My Activity'],
    ['x', 'My Profile'],
  ])('opened at its first item, leads by "%s" to %s', async (keys, item) => {
    const { user } = await openMenu('{ArrowDown}')
    await user.keyboard(keys)
    expect(focused()).toBe(item)
    expect(chosen).not.toHaveBeenCalled()
  })

  test('starts a new word where one has paused', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { user } = await openMenu('{ArrowDown}l')
    vi.setSystemTime(Date.now() + 1_000)
    await user.keyboard('o')
    expect(focused()).toBe('Light')
    vi.setSystemTime(Date.now() + 1_000)
    await user.keyboard('d')
    expect(focused()).toBe('Dark')
    vi.useRealTimers()
  })

  test.each(['{Enter}', ' '])('acts by "%s", closes, and gives the focus back', async (key) => {
    const { user } = await openMenu('{ArrowUp}')
    await user.keyboard(key)
    expect(chosen.mock.calls).toEqual([['Logout']])
    expect(menu()).toBeNull()
    expect(document.activeElement).toBe(trigger())
  })

  test.each(['{Enter}', ' '])(
    'stays for what "%s" chooses in it, so that one sees what it does',
    async (key) => {
      const { user } = await openMenu('{ArrowDown}d')
      await user.keyboard(key)
      expect(chosen.mock.calls).toEqual([['Dark']])
      expect(focused()).toBe('Dark')
    },
  )

  test.each([
    ['{Tab}', 'After'],
    ['{Shift>}{Tab}{/Shift}', 'Before'],
  ])('is closed by %s, which goes on to %s', async (keys, stop) => {
    const { user } = await openMenu('{ArrowDown}')
    await user.keyboard(keys)
    expect(menu()).toBeNull()
    expect(focused()).toBe(stop)
  })

  test('is closed by a press elsewhere', async () => {
    const { user } = await openMenu('{ArrowDown}')
    await user.click(screen.getByRole('button', { name: 'After' }))
    expect(menu()).toBeNull()
  })
})
