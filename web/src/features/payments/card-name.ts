/** What is wrong with the name on a card, or null. */
export function nameOnCardProblem(name: string): string | null {
  if (name.trim() === '') return 'Enter the name on the card.'
  return /^[\p{L}\p{M} ]+$/u.test(name.trim()) ? null : 'Please enter a valid Name'
}
