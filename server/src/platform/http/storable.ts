/**
 * Whether all text in a request's input can be stored as it is: PostgreSQL keeps no U+0000, and half of a surrogate
 * pair would come back as another character.
 */
export function isStorable(input: unknown): boolean {
  if (typeof input === 'string') return input.isWellFormed() && !input.includes('\u0000')
  if (Array.isArray(input)) return input.every(isStorable)
  if (typeof input !== 'object' || input === null) return true
  return Object.entries(input).every(([name, value]) => isStorable(name) && isStorable(value))
}
