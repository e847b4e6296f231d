import { formatCount, formatMoney } from './format.ts'
import { READING_TOKENS } from './year-dots.ts'

const count = (number: number, thing: string) => `${formatCount(number)} ${thing}${number === 1 ? '' : 's'}`

/** What tokens are good for: whole readings, or Sunbursts where they don't pay for one. */
export function worthOf(tokens: number): string {
  const readings = Math.floor(tokens / READING_TOKENS)
  return `= ${readings > 0 ? count(readings, 'reading') : count(tokens, 'Sunburst')}`
}

/** The price of one of a package's tokens, to the cent. */
export function pricePerToken({ price, numberOfTokens }: { price: number; numberOfTokens: number }): string {
  return `${formatMoney(price / numberOfTokens)} per token`
}
