import { formatCount, formatMoney } from './format.ts'
import { READING_TOKENS } from './year-dots.ts'

const count = (number: number, thing: string) => `${formatCount(number)} ${thing}${number === 1 ? '' : 's'}`
const readingsOf = (tokens: number) => Math.floor(tokens / READING_TOKENS)

/** What tokens are good for: whole readings, or Sunbursts where they don't pay for one. */
export function worthOf(tokens: number): string {
  const readings = readingsOf(tokens)
  return `= ${readings > 0 ? count(readings, 'reading') : count(tokens, 'Sunburst')}`
}

/** The same tokens in Sunbursts, where they pay for a reading as well; else null. */
export function worthInstead(tokens: number): string | null {
  return readingsOf(tokens) > 0 ? `or ${count(tokens, 'Sunburst')}` : null
}

/** The price of one of a package's tokens, to the cent. */
export function pricePerToken({ price, numberOfTokens }: { price: number; numberOfTokens: number }): string {
  return `${formatMoney(price / numberOfTokens)} per token`
}
