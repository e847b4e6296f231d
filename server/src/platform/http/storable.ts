/**
 * Whether all text in a request's input can be stored as it is: PostgreSQL keeps no U+0000, and half of a surrogate
 * pair would come back as another character. Input may be nested deeper than calls can be.
 */
export function isStorable(input: unknown): boolean {
  const waiting = [input]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (typeof part === 'string') {
      if (!part.isWellFormed() || part.includes('\u0000')) return false
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, value] of Object.entries(part)) waiting.push(name, value)
    }
  }
  return true
}
