import { formatMoney } from '../../ui/format.ts'

/** The price of one of a package's tokens, to the cent. */
export function pricePerToken({ price, numberOfTokens }: { price: number; numberOfTokens: number }): string {
  return `${formatMoney(price / numberOfTokens)} per token`
}
