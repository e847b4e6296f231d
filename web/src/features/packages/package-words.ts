import { formatCount, formatMoney } from '../../ui/format.ts'
import { READING_TOKENS } from '../../ui/year-dots.ts'

/** What a package's tokens are good for: whole readings, or Sunbursts where they don't pay for one. */
export function worthOf(numberOfTokens: number): string {
  const readings = Math.floor(numberOfTokens / READING_TOKENS)
  const [count, thing] = readings > 0 ? [readings, 'reading'] : [numberOfTokens, 'Sunburst']
  return `= ${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** The price of one of a package's tokens, to the cent. */
export function pricePerToken({ price, numberOfTokens }: { price: number; numberOfTokens: number }): string {
  return `${formatMoney(price / numberOfTokens)} per token`
}
