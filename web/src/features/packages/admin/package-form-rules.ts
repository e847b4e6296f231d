import { limits } from '@almanac/contract/limits'
import {
  type AdminPackage,
  autoRenewPrice,
  type PackageContent,
  packageFields,
} from '@almanac/contract/packages'
import { z } from 'zod'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { pictureKind } from '../../../ui/use-chosen-file.ts'

/** A package as its form holds it: numbers are text, and the price of what can't be bought automatically is empty. */
export interface PackageValues {
  name: string
  price: string
  numberOfTokens: string
  isAutoRenewable: boolean
  autoRenewPrice: string
}

/** What a form begins with. */
export function valuesOf(offer: AdminPackage | null): PackageValues {
  return {
    name: offer?.name ?? '',
    price: offer ? asText(offer.price) : '',
    numberOfTokens: offer ? String(offer.numberOfTokens) : '',
    isAutoRenewable: offer?.isAutoRenewable ?? false,
    autoRenewPrice: offer?.isAutoRenewable ? asText(offer.autoRenewPrice) : '',
  }
}

/** Dollars as they are typed: `25.20`, and `25` of whole ones. */
const asText = (dollars: number) => (Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2))

/** A package in words, by the labels of its form. */
export function factsOf(offer: PackageContent): Record<string, string> {
  return {
    'Package Name': offer.name,
    Price: formatMoney(offer.price),
    Tokens: formatCount(offer.numberOfTokens),
    'Auto-purchase price': offer.isAutoRenewable ? formatMoney(offer.autoRenewPrice) : 'Not auto purchasable',
  }
}

const fields = packageFields.omit({ customerId: true })

/** The server's own rules; the automatic price is asked for only where there is one, and sent as 0 elsewhere. */
export const packageSchema = z.discriminatedUnion('isAutoRenewable', [
  fields.extend({ isAutoRenewable: z.literal(true), autoRenewPrice }),
  fields.extend({ isAutoRenewable: z.literal(false), autoRenewPrice: z.string().transform(() => 0) }),
])

/** A package's logo: 200x100, nothing of it left out. */
export const logoKind = pictureKind({
  widthPx: limits.logoWidthPx,
  heightPx: limits.logoHeightPx,
  fit: 'contain',
})
