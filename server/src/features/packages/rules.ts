import type { packages } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { PackageContent } from '@almanac/contract/packages'
import { DomainError } from '../../platform/errors.ts'

/** What of a package an admin enters; prices in cents. */
export interface PackageValues {
  name: string
  priceCents: number
  numberOfTokens: number
  isAutoRenewable: boolean
  /** 0 where it can not be bought automatically. */
  autoRenewPriceCents: number
}

/**
 * Reads what an admin entered for a tenant.
 * @throws DomainError `not_auto_purchasable` for a package that would leave the balance at or below the threshold at which
 * it is bought (decision L4).
 */
export function readValues(
  { name, price, numberOfTokens, isAutoRenewable, autoRenewPrice }: Body<typeof packages.addPackage>,
  { thresholdToken }: { thresholdToken: number },
): PackageValues {
  if (isAutoRenewable && numberOfTokens <= thresholdToken) {
    throw new DomainError('not_auto_purchasable', {
      message: `A package that is auto purchasable needs more tokens than the threshold of ${thresholdToken}.`,
    })
  }
  return {
    name,
    priceCents: toCents(price),
    numberOfTokens,
    isAutoRenewable,
    autoRenewPriceCents: isAutoRenewable ? toCents(autoRenewPrice) : 0,
  }
}

/** What of a package an admin enters, in dollars; one that can not be bought automatically has no price for that. */
export function contentOf({
  name,
  price,
  numberOfTokens,
  isAutoRenewable,
  autoRenewPrice,
}: PackageContent): PackageContent {
  return {
    name,
    price,
    numberOfTokens,
    isAutoRenewable,
    autoRenewPrice: isAutoRenewable ? autoRenewPrice : 0,
  }
}

/** Why a threshold is refused, of the packages in its way. */
export function tooHighFor(below: readonly { name: string; numberOfTokens: number }[]): string {
  const names = below.map(({ name, numberOfTokens }) => `${name} (${numberOfTokens.toLocaleString('en-US')})`)
  const named = new Intl.ListFormat('en-US').format(names)
  return `The threshold must be lower than the tokens of each package that is auto purchasable. In its way: ${named}.`
}

const toCents = (dollars: number) => Math.round(dollars * 100)
