import { describe, expect, test } from 'vitest'
import { isBoundedJson } from './json-bounds.ts'

describe('JSON is parsed', () => {
  test.each([
    [
      'a body of ours',
      JSON.stringify({ list: Array.from({ length: 100 }, () => ({ a: 1, b: 'two', c: null })) }),
    ],
    ['a long string of brackets', JSON.stringify('[{,'.repeat(60_000))],
    ['a string of escaped quotes', JSON.stringify('"[\\"'.repeat(20_000))],
    ['thirty-two levels', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['what is not closed', '{"a": "['],
  ])('with %s', (_name, text) => {
    expect(isBoundedJson(text)).toBe(true)
  })
})

describe('JSON is not parsed', () => {
  test.each([
    ['a hundred thousand levels', '['.repeat(100_000)],
    ['levels of objects', '{"a":'.repeat(33)],
    ['ten thousand fields', `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ['ten thousand empty lists', `[${'[],'.repeat(10_000)}[]]`],
    ['levels after a string that ends in a backslash', `["\\\\",${'['.repeat(40)}`],
  ])('with %s', (_name, text) => {
    expect(isBoundedJson(text)).toBe(false)
  })
})
