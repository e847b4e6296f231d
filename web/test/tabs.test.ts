// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { expect, test } from 'vitest'
import { TabPanel, Tabs } from '../src/ui/tabs.tsx'
import { open } from './scene.ts'

const TABS = ['Tokens', 'Purchases', 'Sunbursts'].map((label) => ({ value: label, label }))

function Screen() {
  const [shown, setShown] = useState('Tokens')
  return createElement(
    'main',
    null,
    createElement(Tabs, { id: 'activity', label: 'Activity', tabs: TABS, value: shown, onChange: setShown }),
    TABS.map(({ value }) =>
      createElement(TabPanel, { key: value, id: 'activity', value, shown: value === shown }, `All ${value}`),
    ),
  )
}

const selected = () => screen.getByRole('tab', { selected: true })
const panel = () => screen.getAllByRole('tabpanel').filter((one) => !one.hidden)

test.each([
  ['{ArrowRight}', 'Purchases'],
  ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Tokens'],
  ['{ArrowLeft}', 'Sunbursts'],
  ['{ArrowLeft}{ArrowLeft}', 'Purchases'],
  ['{End}', 'Sunbursts'],
  ['{End}{Home}', 'Tokens'],
  ['x', 'Tokens'],
])('from the first tab %s leads to %s', async (keys, name) => {
  const { user } = await open(Screen)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Tokens' }))
  await user.keyboard(keys)
  expect(document.activeElement).toBe(screen.getByRole('tab', { name }))
  expect(selected()).toBe(document.activeElement)
  expect(panel().map(({ textContent }) => textContent)).toEqual([`All ${name}`])
})

test('the shown panel is the next stop after the chosen tab, and belongs to it', async () => {
  const { user } = await open(Screen)
  await user.click(screen.getByRole('tab', { name: 'Purchases' }))
  await user.tab()
  expect(document.activeElement).toBe(panel()[0])
  expect(panel()[0]?.id).toBe(selected().getAttribute('aria-controls'))
  expect(panel()[0]?.getAttribute('aria-labelledby')).toBe(selected().id)
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(selected())
})
