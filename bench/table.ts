/** What was measured, and the figure as text. */
export type Row = readonly [what: string, figure: string]

/** The value below which `percent` of the values lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 50)

/** Prints one table of figures. */
export function printTable(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map(([what]) => what.length))
  console.log(`\n${title}`)
  for (const [what, figure] of rows) console.log(`  ${what.padEnd(width)}  ${figure}`)
}
