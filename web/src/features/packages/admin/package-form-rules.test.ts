import type { AdminPackage } from '@almanac/contract/packages'
import { describe, expect, test } from 'vitest'
import { type PackageValues, packageSchema, valuesOf } from './package-form-rules.ts'

const month: AdminPackage = {
  ...{ id: 3, name: 'Four Weeks', price: 25.2, numberOfTokens: 28, imagePath: null, customerId: 1 },
  ...{ isAutoRenewable: true, autoRenewPrice: 22, autoPurchaseCount: 2 },
}

describe('a package in its form', () => {
  test('is as it is, the automatic price empty where it has none', () => {
    expect(valuesOf(month)).toEqual({
      ...{ name: 'Four Weeks', price: '25.20', numberOfTokens: '28' },
      ...{ isAutoRenewable: true, autoRenewPrice: '22' },
    })
    expect(valuesOf({ ...month, isAutoRenewable: false, autoRenewPrice: 0 }).autoRenewPrice).toBe('')
  })

  test('is sent in numbers, the automatic price as 0 where it is not ticked', () => {
    expect(packageSchema.parse(valuesOf(month))).toMatchObject({ price: 25.2, autoRenewPrice: 22 })
    expect(packageSchema.parse({ ...valuesOf(month), isAutoRenewable: false, autoRenewPrice: '' })).toEqual({
      ...{ name: 'Four Weeks', price: 25.2, numberOfTokens: 28 },
      ...{ isAutoRenewable: false, autoRenewPrice: 0 },
    })
  })

  test.each<[Partial<PackageValues>, Record<string, string>]>([
    [{}, {}],
    [{ name: '' }, { name: 'Package name is required.' }],
    [{ name: 'ab' }, { name: 'Package name must be 3 to 50 characters.' }],
    [{ price: '' }, { price: 'Price is required.' }],
    [{ price: '1.005' }, { price: 'Price must be a number with 2 decimals at most.' }],
    [{ price: '0' }, { price: 'Price must be greater than 0.' }],
    [{ price: '100001' }, { price: 'Price must be 100,000 at most.' }],
    [{ numberOfTokens: '' }, { numberOfTokens: 'Tokens are required.' }],
    [{ numberOfTokens: '0' }, { numberOfTokens: 'Tokens must be a whole number from 1 to 1,000,000.' }],
    [{ autoRenewPrice: '' }, { autoRenewPrice: 'Auto-purchase price is required.' }],
    [{ autoRenewPrice: '0' }, { autoRenewPrice: 'Auto-purchase price must be greater than 0.' }],
    [{ isAutoRenewable: false, autoRenewPrice: '' }, {}],
  ])('with %j says %j', (changes, errors) => {
    const read = packageSchema.safeParse({ ...valuesOf(month), ...changes })
    const found = (read.error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message])
    expect(Object.fromEntries(found)).toEqual(errors)
  })
})
