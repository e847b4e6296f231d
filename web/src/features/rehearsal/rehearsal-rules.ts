import type { RehearsedText } from '@almanac/contract/rehearsal'
import { countOf, formatCount } from '../../ui/format.ts'
import { dayOf } from '../../ui/wall-time.ts'

/** What all texts of something would come to together, in messages unless said otherwise. */
export type Sums = Pick<RehearsedText, 'sms' | 'email' | 'held' | 'skipped' | 'refused' | 'tokens'>

/** A day of a rehearsal, on the wall of the tenant. */
export interface RehearsedDay extends Sums {
  /** `YYYY-MM-DD`. */
  day: string
  texts: readonly RehearsedText[]
}

const SUMMED = ['sms', 'email', 'held', 'skipped', 'refused', 'tokens'] as const

/** The figures of all of them together. */
export function sumsOf(texts: readonly RehearsedText[]): Sums {
  const sums = { sms: 0, email: 0, held: 0, skipped: 0, refused: 0, tokens: 0 }
  for (const text of texts) for (const key of SUMMED) sums[key] += text[key]
  return sums
}

/** Day by day, those that have something. */
export function daysOf(texts: readonly RehearsedText[], timeZone: string): RehearsedDay[] {
  const days = Map.groupBy(texts, ({ disburseDateTime }) => dayOf(new Date(disburseDateTime), timeZone))
  return [...days].map(([day, ofDay]) => ({ day, texts: ofDay, ...sumsOf(ofDay) }))
}

/** Why messages of some texts would not be sent, each sentence once, the most frequent first. */
export function reasonsOf(texts: readonly RehearsedText[]): { words: string; count: number }[] {
  const all = Map.groupBy(
    texts.flatMap(({ reasons }) => reasons),
    ({ words }) => words,
  )
  return [...all]
    .map(([words, same]) => ({ words, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count)
}

/** What leaves of a text: `2 SMS (1 held) and 3 emails for 5 tokens`. */
export function sentWords({ sms, email, held, tokens }: Sums): string {
  const leaving = [
    ...(sms > 0 ? [`${formatCount(sms)} SMS${held > 0 ? ` (${formatCount(held)} held)` : ''}`] : []),
    ...(email > 0 ? [countOf(email, 'email')] : []),
  ]
  if (leaving.length === 0) return 'nothing is sent'
  return `${leaving.join(' and ')} for ${countOf(tokens, 'token')}`
}

/** Categories of some texts, each once. */
export function signsOf(texts: readonly RehearsedText[]): string[] {
  return [...new Set(texts.map(({ categoryName }) => categoryName))]
}

/** `Aries`, `Aries and Leo`, `12 signs`. */
export function signWords(texts: readonly RehearsedText[]): string {
  const signs = signsOf(texts)
  return signs.length > 2 ? `${signs.length} signs` : signs.join(' and ')
}
