/** A number of the code +1 in one of the ways to write it, the code left out or not. */
const NORTH_AMERICAN = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/

/**
 * A phone number as screens write it and fields are given it: `(212) 555-0134` where it is one of the code +1; any other, and
 * what is none yet, as it is. On the wire it is E.164, or what was typed.
 */
export function formatPhone(number: string): string {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(number.replace(/[\s().\-/]/g, '')) ?? []
  return area && !area.startsWith('0') && !area.startsWith('1') ? `(${area}) ${exchange}-${line}` : number
}
