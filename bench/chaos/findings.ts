/** What one kind of fault did to the product. */
export interface Finding {
  what: string
  /** How often it was tried, in words: `24 crashes`. */
  runs: string
  /** One sentence for each promise that was not kept. */
  violations: readonly string[]
  /** The longest that anything took to be right again; null where nothing has to settle. */
  worstSettleMs: number | null
}

const shownViolations = 10

/** Prints the findings of one suite as a table, and each violation below it. */
export function printFindings(title: string, findings: readonly Finding[]): void {
  const head = ['what', 'runs', 'violations', 'worst time to settle']
  const rows = findings.map(({ what, runs, violations, worstSettleMs }) => [
    what,
    runs,
    String(violations.length),
    worstSettleMs === null ? '–' : `${(worstSettleMs / 1_000).toFixed(1)} s`,
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of [head, ...rows]) {
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
  }
  for (const { what, violations } of findings) {
    for (const violation of violations.slice(0, shownViolations)) console.log(`  ! ${what}: ${violation}`)
    const hidden = violations.length - shownViolations
    if (hidden > 0) console.log(`  ! ${what}: and ${hidden} more`)
  }
}
