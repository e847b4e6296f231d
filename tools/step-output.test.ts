import { expect, test } from 'vitest'
import { inTurn } from './step-output.ts'

test('the first step is shown as it comes, and the next ones in their order, each in one piece', () => {
  const shown: unknown[] = []
  const [types, unit, e2e] = inTurn(3, (text) => shown.push(text))
  e2e?.write('e2e 1')
  unit?.write('unit 1')
  types?.write('types 1')
  expect(shown).toEqual(['types 1'])
  types?.write('types 2')
  expect(shown).toEqual(['types 1', 'types 2'])
  e2e?.end()
  types?.end()
  expect(shown).toEqual(['types 1', 'types 2', 'unit 1'])
  unit?.write('unit 2')
  expect(shown.at(-1)).toBe('unit 2')
  unit?.end()
  expect(shown).toEqual(['types 1', 'types 2', 'unit 1', 'unit 2', 'e2e 1'])
})

test('steps that end without a word hold up nobody', () => {
  const shown: unknown[] = []
  const [first, second, third] = inTurn(3, (text) => shown.push(text))
  third?.write('third')
  second?.end()
  first?.end()
  expect(shown).toEqual(['third'])
})
