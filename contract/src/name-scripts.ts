/** Those of which Unicode recommends letters for names, the ones of East Asia apart. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Thaana',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Georgian',
  'Ethiopic',
  'Khmer',
].map((name) => ({ name, of: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Digits, punctuation, and marks that stand on the letter before. */
const ofNone = /[\p{Script=Common}\p{Script=Inherited}]/u
/** Written together, and with Latin; nobody takes their letters for others. */
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u

/**
 * Whether a name has letters of several alphabets, or of one that names are not written in today: Cyrillic 'а' in a
 * Latin name makes another's name of it, which nobody can tell apart.
 */
export function mixesScripts(name: string): boolean {
  const found = new Set<string>()
  for (const character of name) {
    if (ofNone.test(character)) continue
    const script = scripts.find(({ of }) => of.test(character))?.name
    found.add(script ?? (eastAsian.test(character) ? 'East Asian' : 'another'))
  }
  if (found.has('East Asian')) found.delete('Latin')
  return found.size > 1 || found.has('another')
}
