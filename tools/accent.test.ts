import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccentColors } from '../contract/src/accent.ts'
import { palette } from '../contract/src/palette.ts'
import { contrastRatio, deriveAccent } from '../server/src/features/tenants/accent.ts'

const PAPER = palette.paper[0]
const DARK_SHEET = palette.sheet[1]
const NIGHT = palette.night[0]

describe('deriveAccent', () => {
  test.each<[string, 'light' | 'dark', keyof AccentColors, string]>([
    ['#7B2D8B', 'light', 'gold', '#7B2D8B'],
    ['#7B2D8B', 'light', 'onGold', '#FFFFFF'],
    ['#7B2D8B', 'dark', 'gold', '#A052B1'],
    ['#7B2D8B', 'dark', 'goldInk', '#C171D2'],
    ['#7B2D8B', 'dark', 'nightGold', '#B464C4'],
    ['#7B2D8B', 'light', 'nightGold', '#B464C4'],
    ['#FFF06A', 'light', 'gold', '#FFF06A'],
    ['#FFF06A', 'light', 'goldInk', '#766B00'],
    ['#FFF06A', 'light', 'goldLine', '#968902'],
    ['#FFF06A', 'light', 'onGold', '#16203A'],
    ['#101418', 'dark', 'gold', '#6D7277'],
    ['#00A6A6', 'light', 'goldInk', '#047777'],
    ['#777777', 'light', 'onGold', '#000000'],
    // A colour is moved no further than it must.
    ['#B71C1C', 'dark', 'gold', '#D03932'],
    ['#000000', 'dark', 'nightGold', '#838383'],
    ['#ffffff', 'light', 'goldWash', '#FCF9F4'],
    ['#ffffff', 'dark', 'goldWash', '#313745'],
  ])('%s has in %s the %s %s', (accent, scheme, name, color) => {
    expect(deriveAccent(accent)[scheme][name]).toBe(color)
  })

  test('every colour there is becomes legible', () => {
    const anyColor = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(anyColor, (accent) => {
        const { light, dark } = deriveAccent(accent)
        for (const [colors, ground] of [[light, PAPER] as const, [dark, DARK_SHEET] as const]) {
          expect(contrastRatio(colors.onGold, colors.gold)).toBeGreaterThanOrEqual(4.5)
          expect(contrastRatio(colors.goldInk, ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrastRatio(colors.goldLine, ground)).toBeGreaterThanOrEqual(3)
          expect(contrastRatio(colors.nightGold, NIGHT)).toBeGreaterThanOrEqual(4.5)
          expect(contrastRatio(colors.onNightGold, colors.nightGold)).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrastRatio(dark.gold, DARK_SHEET)).toBeGreaterThanOrEqual(3)
        expect(light.gold).toBe(accent.toUpperCase())
      }),
      { numRuns: 500 },
    )
  })

  test.each(['7B2D8B', '#7B2', 'purple', '#7B2D8B;}', ''])('refuses %j', (text) => {
    expect(() => deriveAccent(text)).toThrow(RangeError)
  })
})

test.each([
  ['#16203A', '#F3EEE3', 13.94],
  ['#755308', '#F6E7C3', 5.72],
  ['#000000', '#FFFFFF', 21],
  ['#FFFFFF', '#FFFFFF', 1],
])('%s on %s has the contrast %d', (text, ground, ratio) => {
  expect(contrastRatio(text, ground)).toBeCloseTo(ratio, 2)
})
