/** Our largest body has some five hundred values, five levels deep; a provider's event has fewer. */
const valuesMax = 5_000
const levelsMax = 32

const [quote, backslash, comma] = [34, 92, 44]
const opening: ReadonlySet<number> = new Set([91, 123])
const closing: ReadonlySet<number> = new Set([93, 125])

/**
 * Whether JSON has few enough values and levels to be parsed and checked at once: a body of a few hundred kilobytes can hold
 * a hundred thousand of either. Only brackets, commas and strings are looked at, so this says nothing about its syntax.
 * @param text in UTF-8 read as Latin-1, or as characters
 */
export function isBoundedJson(text: string): boolean {
  let values = 0
  let levels = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) values += 1
    else if (closing.has(code)) levels -= 1
    else if (opening.has(code)) {
      levels += 1
      values += 1
    }
    if (values > valuesMax || levels > levelsMax) return false
  }
  return true
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  return text.length
}
