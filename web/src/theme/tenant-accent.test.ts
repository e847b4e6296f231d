import { expect, test } from 'vitest'
import { accentProperties } from './tenant-accent.ts'

const scheme = {
  gold: '#7B2D8B',
  onGold: '#FFFFFF',
  goldInk: '#7B2D8B',
  goldLine: '#7B2D8B',
  goldWash: '#E1D2E4',
  nightGold: '#B464C4',
  onNightGold: '#000000',
}

test('every token gets both schemes', () => {
  const properties = accentProperties({ light: scheme, dark: { ...scheme, gold: '#A052B1' } })
  expect(properties).toHaveLength(7)
  expect(properties).toContainEqual(['--gold', 'light-dark(#7B2D8B, #A052B1)'])
  expect(properties).toContainEqual(['--on-night-gold', 'light-dark(#000000, #000000)'])
})

test('what is no colour never reaches a style', () => {
  const properties = accentProperties({ light: { ...scheme, gold: 'red;}body{display:none' }, dark: scheme })
  expect(properties.map(([name]) => name)).not.toContain('--gold')
  expect(properties).toHaveLength(6)
})
