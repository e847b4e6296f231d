import type { ConsumerCategory, MediumName } from '@almanac/contract/categories'

/** One collapsible question. */
export interface FaqEntry {
  question: string
  answer: string
}

/** What the placeholders of the entries stand for. */
export interface FaqFacts {
  companyName: string
  thresholdToken: number
  /** The tenant's categories, each with its own prices. */
  categories: readonly Pick<ConsumerCategory, 'deliveryMediums'>[]
}

/** The product's own prices, for a tenant without a category. */
const USUAL_TOKENS = { reading: 7, sunburst: 1 }

/** Entries as a person reads them: each placeholder is a name, or a number with its noun. */
export function fillEntries(entries: readonly FaqEntry[], facts: FaqFacts): FaqEntry[] {
  const words: Readonly<Record<string, string>> = {
    companyName: facts.companyName,
    thresholdToken: tokenRange([facts.thresholdToken]),
    readingTokens: tokenRange(pricesOf(facts, ['audio'], USUAL_TOKENS.reading)),
    sunburstTokens: tokenRange(pricesOf(facts, ['sms', 'email'], USUAL_TOKENS.sunburst)),
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (place, name: string) => words[name] ?? place)
  return entries.map(({ question, answer }) => ({ question: fill(question), answer: fill(answer) }))
}

function pricesOf({ categories }: FaqFacts, names: readonly MediumName[], usual: number): number[] {
  const prices = categories.flatMap(({ deliveryMediums }) =>
    deliveryMediums.filter(({ name, isDisable }) => names.includes(name) && !isDisable),
  )
  return prices.length > 0 ? prices.map(({ numberOfTokens }) => numberOfTokens) : [usual]
}

/** `7 tokens`, `1 token`; `7 to 9 tokens` where prices differ. */
function tokenRange(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  if (least !== most) return `${least} to ${most} tokens`
  return `${least} token${least === 1 ? '' : 's'}`
}

/** The entries in whose question or answer every word that is searched for stands, whatever its case. */
export function searchEntries(entries: readonly FaqEntry[], searchText: string): FaqEntry[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ question, answer }) => {
    const text = `${question}\n${answer}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** An answer's paragraphs, which a blank line divides. */
export function paragraphsOf({ answer }: FaqEntry): string[] {
  return answer.split(/\n\s*\n/)
}
