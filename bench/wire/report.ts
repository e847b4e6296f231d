import { providers } from './description.ts'
import { isOfAdapter } from './judge.ts'
import type { JudgedCall, Judgment } from './judgment.ts'

/**
 * Prints a table, then what no description has with the page that does, then each deviation once.
 * @returns whether there is no deviation
 */
export function report(judged: readonly JudgedCall[]): boolean {
  const ours = judged.filter(({ call }) => isOfAdapter(call))
  const rows: Record<string, Record<string, number>> = {}
  for (const provider of providers) {
    const calls = judged.filter((one) => one.provider === provider)
    if (calls.length === 0) continue
    for (const [what, figure] of Object.entries(figuresOf(calls))) {
      rows[what] = { ...rows[what], [provider]: figure }
    }
  }
  console.table(rows)
  printBeyond(judged, ours)
  const deviations = [
    ...ours.flatMap((one) => linesOf(one, 'request', one.request)),
    ...judged.flatMap((one) => linesOf(one, 'answer', one.answer)),
  ]
  printCounted('Deviations', deviations)
  return deviations.length === 0
}

function figuresOf(all: readonly JudgedCall[]): Record<string, number> {
  const events = all.filter(({ call }) => call.method === 'EVENT')
  const calls = all.filter(({ call }) => call.method !== 'EVENT')
  const sent = calls.filter(({ call }) => isOfAdapter(call))
  const answers = calls.flatMap(({ answer }) => answer ?? [])
  const distinct = (those: readonly JudgedCall[]) => new Set(those.map(({ operation }) => operation)).size
  return {
    calls: calls.length,
    'distinct operations': distinct(calls),
    'calls of our adapters': sent.length,
    'their distinct operations': distinct(sent),
    ...classesOf(
      'requests of our adapters',
      sent.map(({ request }) => request),
    ),
    ...classesOf('answers', answers),
    'cut off without an answer': calls.length - answers.length,
    ...classesOf(
      'events',
      events.flatMap(({ answer }) => answer ?? []),
    ),
  }
}

/** The first of them: an answer of another kind would have a line for each of its fields. */
function linesOf({ provider, operation }: JudgedCall, what: string, judgment: Judgment | null): string[] {
  const lines = (judgment?.wrong ?? []).map((reason) => [provider, operation, what, reason].join('  '))
  return lines.slice(0, 5)
}

function classesOf(what: string, judgments: readonly Judgment[]): Record<string, number> {
  const wrong = judgments.filter((one) => one.wrong.length > 0)
  const undescribed = judgments.filter((one) => one.wrong.length === 0 && one.isUndescribed)
  const beyond = judgments.filter(
    (one) => one.wrong.length === 0 && !one.isUndescribed && one.beyond.length > 0,
  )
  return {
    [`${what}: valid`]: judgments.length - wrong.length - undescribed.length - beyond.length,
    [`${what}: in part not described`]: beyond.length,
    [`${what}: of a call not described`]: undescribed.length,
    [`${what}: wrong`]: wrong.length,
  }
}

function printBeyond(judged: readonly JudgedCall[], ours: readonly JudgedCall[]): void {
  const partsOf = ({ provider, operation }: JudgedCall, judgment: Judgment | null) =>
    (judgment?.beyond ?? []).map(({ part, page }) => `${provider}  ${operation}  ${part}  ${page}`)
  printCounted('Not described, each with the page that has it', [
    ...judged
      .filter(({ request }) => request.isUndescribed)
      .map(({ provider, operation }) => `${provider}  ${operation}`),
    ...ours.flatMap((one) => partsOf(one, one.request)),
    ...judged.flatMap((one) => partsOf(one, one.answer)),
  ])
}

function printCounted(title: string, lines: readonly string[]): void {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  console.log(`\n${title}: ${counts.size === 0 ? 'none' : ''}`)
  for (const [line, count] of [...counts].sort()) console.log(`${String(count).padStart(6)}  ${line}`)
}
