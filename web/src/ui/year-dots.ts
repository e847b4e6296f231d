/** What one reading costs, and so the length of a row. */
export const READING_TOKENS = 7
const ROWS = 13
const COLUMNS = 4
const ROW_STEP = 8
const COLUMN_STEP = 40
const DOT_STEP = 5.2
const RADIUS = 2.1

function dot(x: number, y: number): string {
  const left = Math.round((x - RADIUS) * 100) / 100
  return `M${left} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0-${2 * RADIUS} 0`
}

/**
 * A year of Tuesdays as two SVG paths on a field of 156 x 104: 52 rows of seven dots in 4 columns of 13, filled
 * column by column. Only whole rows, readings that can be paid in full, are filled; more than 52 fill the field.
 */
export function yearDots(tokens: number): { bought: string; rest: string; filledRows: number } {
  const filledRows = Math.min(ROWS * COLUMNS, Math.max(0, Math.floor(tokens / READING_TOKENS)))
  let bought = ''
  let rest = ''
  for (let row = 0; row < ROWS * COLUMNS; row += 1) {
    const x = Math.floor(row / ROWS) * COLUMN_STEP + RADIUS
    const y = (row % ROWS) * ROW_STEP + ROW_STEP / 2
    for (let token = 0; token < READING_TOKENS; token += 1) {
      if (row < filledRows) bought += dot(x + token * DOT_STEP, y)
      else rest += dot(x + token * DOT_STEP, y)
    }
  }
  return { bought, rest, filledRows }
}
