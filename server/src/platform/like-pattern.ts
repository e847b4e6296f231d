/** A text as a part of a pattern of `like` or `ilike`: whatever signs it holds mean themselves. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The pattern that finds a text anywhere. */
export function anywhere(text: string): string {
  return `%${literally(text)}%`
}
