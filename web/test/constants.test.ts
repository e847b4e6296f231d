import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@almanac/contract/limits'
import { expect, test, vi } from 'vitest'
import { render } from './screen.ts'

const { CODE_LENGTH } = await import('../src/ui/code-digits.ts')
const { DEFAULT_ITEMS_PER_PAGE, ITEMS_PER_PAGE } = await import('../src/ui/paging.ts')
const { SEARCH_REST_MS } = await import('../src/ui/text-field.tsx')
const { errorLines } = await import('../src/ui/toast-store.ts')
const { BREAKPOINTS_PX, useIsPhone } = await import('../src/ui/use-media.ts')
const { READING_TOKENS } = await import('../src/ui/year-dots.ts')

test('the limits are those of the specification', () => {
  expect(limits).toEqual({
    shortCodeDigits: 6,
    codeLifeMinutes: 10,
    audioMaxBytes: 15_360_000,
    pictureMaxBytes: 4_096_000,
    svgMaxBytes: 40_960,
    bulkTextMaxBytes: 5_120_000,
    bulkTextMaxRecords: 10_000,
    jsonMaxBytes: 200_000,
    formFieldMaxBytes: 20_000,
    eventMaxBytes: 256_000,
    returnedMailMaxBytes: 1_000_000,
    shortTextMaxCharacters: 160,
    supportMessageMaxCharacters: 1000,
    pageSizes: [10, 20, 50],
    defaultPageSize: 20,
    pagerShownAbove: 10,
    searchDebounceMs: 300,
    shortTextsAtOnceMax: 100,
    progressCapPercent: 99,
    progressDoneMs: 300,
    errorToastsMax: 5,
    tokensPerReading: 7,
    tokensPerSunburst: 1,
    automaticPurchasesPerDay: 3,
    tokensMax: 1_000_000,
    priceMaxDollars: 100_000,
    sortOrderMax: 100,
    tokenEditMax: 9_999_999,
    reasonMaxCharacters: 500,
    logoWidthPx: 200,
    logoHeightPx: 100,
  })
})

test('the building blocks keep to them', () => {
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
  const { mobile, tablet, laptop, desktop, ...ours } = BREAKPOINTS_PX
  expect({ mobile, tablet, laptop, desktop }).toEqual({
    mobile: 576,
    tablet: 768,
    laptop: 992,
    desktop: 1200,
  })
  expect(Object.values(ours).every((width) => width > desktop)).toBe(true)
})

test('lists grow by Load More on what is narrower than the first of them', async () => {
  const { matchMedia } = globalThis
  const asked = new Set<string>()
  vi.stubGlobal('matchMedia', (query: string) => {
    asked.add(query)
    return { matches: true }
  })
  await render({ Component: () => String(useIsPhone()) })
  vi.stubGlobal('matchMedia', matchMedia)
  expect([...asked]).toEqual(['(max-width: 35.99em)'])
})

test('every style sheet keeps to the breakpoints, in em', () => {
  const allowed = Object.values(BREAKPOINTS_PX).flatMap((width) => [
    `(min-width: ${width / 16}em)`,
    `(max-width: ${width / 16 - 0.01}em)`,
  ])
  const used = globSync('**/*.css', { cwd: source }).flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return [...text.matchAll(/@media[^{]+/g)].flatMap(([rule]) =>
      [...rule.matchAll(/\((?:min|max)-width: [^)]+\)/g)].map(([query]) => ({ file, query })),
    )
  })
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter(({ query }) => !allowed.includes(query))).toEqual([])
})

test('toasts appear at the bottom left', () => {
  const [region = ''] = readFileSync(join(source, 'ui/toaster.module.css'), 'utf8').split('}')
  expect(region).toMatch(/position: fixed;/)
  expect(region).toMatch(/left: 1rem;/)
  expect(region).toMatch(/bottom: /)
  expect(region).not.toMatch(/top: /)
  expect(region).toMatch(/justify-items: start;/)
})
