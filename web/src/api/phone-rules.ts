import { isNorthAmericanCountry } from '@almanac/contract/fields'

/** The part of a number library's answer that is needed here. */
interface ParsedPhone {
  country?: string | undefined
  /** E.164: `+16175550123`. */
  number: string
  isValid(): boolean
}

/** Reads a number as one of the United States where it names no country; undefined of what is none. */
export type ParsePhone = (text: string, country: 'US') => ParsedPhone | undefined

/** Whether it is a valid number of the United States, its territories or Canada. The code +1 alone means others too. */
export function isNorthAmerican(text: string, parse: ParsePhone): boolean {
  const phone = parse(text, 'US')
  return Boolean(phone?.isValid() && isNorthAmericanCountry(phone.country))
}

/** Whether two ways of writing mean one number; an empty one is the same as none. */
export function isSamePhone(left: string, right: string, parse: ParsePhone | null): boolean {
  const normalised = normalise(left, parse)
  return normalised !== '' && normalised === normalise(right, parse)
}

/** Without the library only the digits count, the country's own 1 left out. */
function normalise(text: string, parse: ParsePhone | null): string {
  const digits = text.replace(/\D/g, '')
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return parse?.(text, 'US')?.number ?? national
}
