import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@almanac/contract/limits'
import { expect, test } from 'vitest'
import './screen.ts'

const { CODE_LENGTH } = await import('../src/ui/code-digits.ts')
const { DEFAULT_ITEMS_PER_PAGE, ITEMS_PER_PAGE } = await import('../src/ui/paging.ts')
const { SEARCH_REST_MS } = await import('../src/ui/text-field.tsx')
const { errorLines } = await import('../src/ui/toast-store.ts')
const { READING_TOKENS } = await import('../src/ui/year-dots.ts')

test('the limits are those of the specification', () => {
  expect(limits).toEqual({
    shortCodeDigits: 6,
    audioMaxBytes: 15_360_000,
    pictureMaxBytes: 4_096_000,
    svgMaxBytes: 40_960,
    bulkTextMaxBytes: 5_120_000,
    shortTextMaxCharacters: 160,
    supportMessageMaxCharacters: 1000,
    pageSizes: [10, 20, 50],
    defaultPageSize: 20,
    pagerShownAbove: 10,
    searchDebounceMs: 300,
    progressCapPercent: 99,
    errorToastsMax: 5,
    tokensPerReading: 7,
    tokensPerSunburst: 1,
  })
})

test('the building blocks, which know no contract, keep to them', () => {
  expect(CODE_LENGTH).toBe(limits.shortCodeDigits)
  expect(ITEMS_PER_PAGE).toEqual(limits.pageSizes)
  expect(DEFAULT_ITEMS_PER_PAGE).toBe(limits.defaultPageSize)
  expect(SEARCH_REST_MS).toBe(limits.searchDebounceMs)
  expect(READING_TOKENS).toBe(limits.tokensPerReading)
  const lines = Array.from({ length: 20 }, (_, index) => `Line ${index}`)
  expect(errorLines('No.', lines)).toHaveLength(limits.errorToastsMax + 1)
})

const source = join(import.meta.dirname, '..', 'src')

test('screens change at the breakpoints of the specification', () => {
  const styles = globSync('**/*.css', { cwd: source }).map((file) => readFileSync(join(source, file), 'utf8'))
  const widths = styles.flatMap((text) =>
    [...text.matchAll(/\(min-width: ([\d.]+)em\)/g)].map(([, em]) => Number(em) * 16),
  )
  expect([...new Set(widths)]).toEqual(expect.arrayContaining([576, 768, 992, 1200]))
})

test('toasts appear at the bottom left', () => {
  const [region = ''] = readFileSync(join(source, 'ui/toaster.module.css'), 'utf8').split('}')
  expect(region).toMatch(/position: fixed;/)
  expect(region).toMatch(/left: 1rem;/)
  expect(region).toMatch(/bottom: /)
  expect(region).not.toMatch(/top: /)
  expect(region).toMatch(/justify-items: start;/)
})
