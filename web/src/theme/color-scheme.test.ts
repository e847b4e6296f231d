import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentColorScheme, readColorScheme, setColorScheme } from './color-scheme.ts'

const beforePaint = readFileSync(join(import.meta.dirname, '../../public/first-paint.js'), 'utf8')

const stored = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
}
const bars = ['light', 'dark'].map((scheme) => ({ dataset: { scheme }, media: '' }))

/** A page as it is loaded: no attribute yet. */
function newPage() {
  const attributes = new Map<string, string>()
  return {
    documentElement: {
      getAttribute: (name: string) => attributes.get(name) ?? null,
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      removeAttribute: (name: string) => attributes.delete(name),
    },
    querySelectorAll: () => bars,
  }
}

function load(storage: object = { localStorage }) {
  const document = newPage()
  runInNewContext(beforePaint, { document, location: { hash: '' }, ...storage })
  vi.stubGlobal('document', document)
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  load()
})

test.each(['light', 'dark'] as const)('%s is kept, and shown before the next page is painted', (scheme) => {
  setColorScheme(scheme)
  expect(currentColorScheme()).toBe(scheme)
  vi.stubGlobal('matchMedia', () => ({ matches: scheme === 'light' }))
  load()
  expect(currentColorScheme()).toBe(scheme)
  expect(readColorScheme()).toBe(scheme)
})

test('the system is followed again once that is chosen', () => {
  setColorScheme('dark')
  setColorScheme('system')
  expect(readColorScheme()).toBe('system')
  expect(stored.size).toBe(0)
  load()
  expect(currentColorScheme()).toBe('light')
})

test('the browser’s own bars follow the choice', () => {
  setColorScheme('dark')
  expect(bars.map(({ media }) => media)).toEqual(['not all', 'all'])
  setColorScheme('system')
  expect(bars.map(({ media }) => media)).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ])
})

test.each(['purple', '"><script>'])('%s is no scheme', (text) => {
  stored.set('almanac-color-scheme', text)
  load()
  expect(document.documentElement.getAttribute('data-color-scheme')).toBeNull()
  expect(readColorScheme()).toBe('system')
})

test('a closed storage follows the system', () => {
  expect(() => load({})).not.toThrow()
  vi.stubGlobal('localStorage', undefined)
  expect(readColorScheme()).toBe('system')
})
