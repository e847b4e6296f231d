import { limits } from '@almanac/contract/limits'

/** What one reading costs, and so the length of a row. */
export const READING_TOKENS = limits.tokensPerReading
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
 * column by column. One token is one dot, a row is a reading; more than 364 tokens fill the field.
 */
export function yearDots(tokens: number): { bought: string; rest: string } {
  let bought = ''
  let rest = ''
  for (let row = 0; row < ROWS * COLUMNS; row += 1) {
    const x = Math.floor(row / ROWS) * COLUMN_STEP + RADIUS
    const y = (row % ROWS) * ROW_STEP + ROW_STEP / 2
    for (let place = 0; place < READING_TOKENS; place += 1) {
      const drawn = dot(x + place * DOT_STEP, y)
      if (row * READING_TOKENS + place < tokens) bought += drawn
      else rest += drawn
    }
  }
  return { bought, rest }
}
