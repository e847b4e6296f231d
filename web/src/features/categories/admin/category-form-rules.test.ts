import type { AdminCategory } from '@almanac/contract/categories'
import { describe, expect, test } from 'vitest'
import {
  type CategoryValues,
  categorySchema,
  logoKind,
  logoProblem,
  mediumsOf,
  valuesOf,
} from './category-form-rules.ts'

const leo: AdminCategory = {
  ...{ id: 5, name: 'Leo', imageUrl: null, logoSvg: 'aurora/leo.svg', sortOrder: 5, customerId: 1 },
  deliveryMediums: [
    { id: 51, name: 'audio', numberOfTokens: 7, isDisable: false },
    { id: 52, name: 'sms', numberOfTokens: 0, isDisable: true },
    { id: 53, name: 'email', numberOfTokens: 2, isDisable: false },
  ],
  ...{ subscriberCount: 3, scheduledTextCount: 14 },
}

/** The sentences under the fields. */
const errorsOf = (changes: Partial<CategoryValues>) => {
  const read = categorySchema.safeParse({ ...valuesOf(leo), ...changes })
  return Object.fromEntries(
    (read.error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]),
  )
}

describe('a category in its form', () => {
  test('is as it is, a medium that is off without tokens', () => {
    expect(valuesOf(leo)).toEqual({
      ...{ name: 'Leo', sortOrder: '5', audioTokens: '7' },
      ...{ isSmsOn: false, smsTokens: '', isEmailOn: true, emailTokens: '2' },
    })
  })

  test('begins with the costs that most have', () => {
    expect(valuesOf(null)).toMatchObject({
      audioTokens: '7',
      isSmsOn: true,
      smsTokens: '1',
      emailTokens: '1',
    })
  })

  test('is sent with its mediums by their ids, the tokens of one that is off as 0', () => {
    expect(mediumsOf(categorySchema.parse(valuesOf(leo)), leo)).toEqual([
      { id: 51, name: 'audio', numberOfTokens: 7, isDisable: false },
      { id: 52, name: 'sms', numberOfTokens: 0, isDisable: true },
      { id: 53, name: 'email', numberOfTokens: 2, isDisable: false },
    ])
  })

  test.each<[Partial<CategoryValues>, Record<string, string>]>([
    [{}, {}],
    [{ name: '  ' }, { name: 'Category name is required.' }],
    [{ name: 'Le' }, { name: 'Category name must be 3 to 30 characters.' }],
    [{ name: 'a'.repeat(31) }, { name: 'Category name must be 3 to 30 characters.' }],
    [{ sortOrder: '' }, { sortOrder: 'Sort order is required.' }],
    [{ sortOrder: '101' }, { sortOrder: 'Sort order must be a whole number from 1 to 100.' }],
    [{ sortOrder: '1e1' }, { sortOrder: 'Sort order must be a whole number from 1 to 100.' }],
    [{ audioTokens: '' }, { audioTokens: 'Tokens are required.' }],
    [{ isSmsOn: true }, { smsTokens: 'Tokens are required.' }],
    [
      { isSmsOn: true, smsTokens: '1000001' },
      { smsTokens: 'Tokens must be a whole number up to 1,000,000.' },
    ],
    [{ isSmsOn: false, smsTokens: 'x' }, {}],
    [{ isEmailOn: false, emailTokens: '' }, {}],
  ])('with %j says %j', (changes, errors) => {
    expect(errorsOf(changes)).toEqual(errors)
  })
})

describe('a category’s logo', () => {
  test.each([
    ['leo.svg', 'image/svg+xml', 40_960, null],
    ['LEO.SVG', '', 1, null],
    ['leo.svg', 'image/svg+xml', 40_961, '* Maximum 40KB svg file is allowed.'],
    ['leo.png', 'image/png', 1, '* Selected file format is not supported.'],
    ['leo.svg', 'image/png', 1, '* Selected file format is not supported.'],
    ['leo.svg', 'image/svg+xml', 0, '* Selected file format is not supported.'],
  ])('%s of type "%s" with %i bytes: %s', (name, type, size, problem) => {
    expect(logoProblem({ name, type, size })).toBe(problem)
  })

  test('that holds something else is refused once it is read', async () => {
    await expect(logoKind.prepare(new File(['GIF89a'], 'leo.svg'))).rejects.toThrow()
    expect((await logoKind.prepare(new File(['<svg ><path/></svg>'], 'leo.svg'))).type).toBe('image/svg+xml')
  })
})
