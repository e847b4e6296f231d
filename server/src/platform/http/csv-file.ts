import { stringify } from 'csv-stringify/sync'
import type { Bytes } from './bind.ts'

export interface CsvColumn<Row> {
  head: string
  cell: (row: Row) => string | number
  /** Whether its numbers are dollars, written with two decimals. */
  isMoney?: boolean
}

/**
 * Returns rows as a file that a browser saves under `fileName`, which is ASCII. Text that a spreadsheet would take for a formula
 * gets an apostrophe in front.
 */
export function csvFile<Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): Bytes {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ cell }) => cell(row)))]
  const body = stringify(lines, {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // A lone CR or LF starts a row as well.
    quoted_match: /[\r\n]/,
    cast: { number: (value, { index }) => (columns[index]?.isMoney ? value.toFixed(2) : String(value)) },
  })
  return {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
    body: Buffer.from(body),
  }
}
