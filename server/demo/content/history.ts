import { AURORA_CONSUMERS } from './history/aurora.ts'
import { NORTHSTAR_CONSUMERS } from './history/northstar.ts'

/** The consumers behind each tenant's past sales and plays, by slug. */
export const HISTORY_CONSUMERS = {
  aurora: AURORA_CONSUMERS,
  northstar: NORTHSTAR_CONSUMERS,
} as const
