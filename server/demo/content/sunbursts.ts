import { SUNBURSTS_ONE } from './sunbursts/part-one.ts'
import { SUNBURSTS_TWO } from './sunbursts/part-two.ts'

/**
 * Twelve weeks of short texts, 84 in all, each week from Sunday to Saturday; no sign and no season is named.
 * For sign number s (0 to 11) on a day that is d days after some Sunday take `SUNBURSTS[(s * 7 + d) % 84]`:
 * all signs then differ on one day, one sign repeats nothing for twelve weeks, and a text keeps its weekday.
 * Letters of the GSM 7-bit alphabet only, so that each is one SMS segment.
 */
export const SUNBURSTS = [...SUNBURSTS_ONE, ...SUNBURSTS_TWO] as const

/** Local time of the sign's own Sunburst each morning, in the tenant's zone. */
export const SUNBURST_LOCAL_TIME = '07:00'
