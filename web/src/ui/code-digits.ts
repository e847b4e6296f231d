import { limits } from '@almanac/contract/limits'

export const CODE_LENGTH = limits.shortCodeDigits

/** Whether a text is digits alone; what people put between groups of them does not count. */
export function isNumeric(text: string): boolean {
  return /^[\d\s-]*$/.test(text)
}

/** The digits of what was typed or pasted, as many as a code has. */
export function codeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH)
}

/**
 * The code after digits were put into one cell: they overwrite from there on, or follow the last digit where the
 * cell is beyond it, so that a code never has holes.
 */
export function placeDigits(code: string, cell: number, typed: string): string {
  const digits = codeDigits(typed)
  return (code.slice(0, cell) + digits + code.slice(cell + digits.length)).slice(0, CODE_LENGTH)
}

/** The code without the digit of one cell; the digits after it move up. */
export function removeDigit(code: string, cell: number): string {
  return code.slice(0, cell) + code.slice(cell + 1)
}
