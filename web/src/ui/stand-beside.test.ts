import { expect, test, vi } from 'vitest'
import { standBeside } from './stand-beside.ts'

const box = (left: number, top: number, width: number, height: number) =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect

/** Where a popover of 100 by 60 px stands in a window of 360 by 400 px, beside a control of 40 by 20 px. */
function placeAt(left: number, top: number, at: 'middle' | 'end'): string {
  vi.stubGlobal('innerWidth', 360)
  vi.stubGlobal('innerHeight', 400)
  const style: Record<string, string> = {}
  const popover = { style, getBoundingClientRect: () => box(0, 0, 100, 60) } as unknown as HTMLElement
  const anchor = { getBoundingClientRect: () => box(left, top, 40, 20) } as Element
  standBeside(popover, anchor, at)
  return `${style.left} ${style.top}`
}

test.each([
  ['under it, in its middle', 100, 50, 'middle', '70px 76px'],
  ['under it, at its end', 100, 50, 'end', '40px 76px'],
  ['above it at the foot of the window', 100, 360, 'end', '40px 294px'],
  ['within the window at its left', 0, 50, 'middle', '4px 76px'],
  ['within the window at its right', 350, 50, 'middle', '256px 76px'],
] as const)('stands %s', (_where, left, top, at, place) => {
  expect(placeAt(left, top, at)).toBe(place)
})

test('stands under it where there is room on neither side', () => {
  vi.stubGlobal('innerHeight', 70)
  const style: Record<string, string> = {}
  const popover = { style, getBoundingClientRect: () => box(0, 0, 100, 60) } as unknown as HTMLElement
  standBeside(popover, { getBoundingClientRect: () => box(100, 20, 40, 20) } as Element, 'end')
  expect(style.top).toBe('46px')
})
