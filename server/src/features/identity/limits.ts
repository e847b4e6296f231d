import { limits } from '@almanac/contract/limits'
import type { Config } from '../../platform/config.ts'
import type { Rate } from '../../platform/rate-limit.ts'

/** How often something may be tried here: by an account, by a browser, by an address. Units are in the names. */

const quarterSeconds = 900
const hourSeconds = 3_600

/** Of a one-time code: decision T4, and the daily cap on wrong tries. */
export const codeLimits = {
  lifeSeconds: limits.codeLifeMinutes * 60,
  /** Wrong tries of one code; then it is void. */
  triesMax: 5,
  /** The window in which they are counted, as long as a code lives. */
  tries: { max: 5, windowSeconds: limits.codeLifeMinutes * 60 },
  pause: { max: 1, windowSeconds: 30 },
  perHour: { max: 5, windowSeconds: hourSeconds },
  triesPerDay: { max: 20, windowSeconds: 86_400 },
} as const

/** Wrong passwords of an account by everybody, and by each browser in which its owner signed in before. */
export const loginFailuresPerAccount: Rate = { max: 10, windowSeconds: quarterSeconds }

/** Changes of one's own password that are tried. */
export const passwordChangesPerUser: Rate = { max: 20, windowSeconds: quarterSeconds }

/** Browsers that are known of one user; of more the oldest are forgotten. */
export const knownBrowsersMax = 20

/** What one client address may do; a person at home and an audience behind one gateway both count as one. */
export interface AddressLimits {
  loginFailures: Rate
  codes: Rate
  signUps: Rate
}

export function addressLimits(config: Config): AddressLimits {
  return {
    loginFailures: { max: config.RATE_LIMIT_LOGIN_ADDRESS, windowSeconds: quarterSeconds },
    codes: { max: config.RATE_LIMIT_CODES_ADDRESS, windowSeconds: hourSeconds },
    signUps: { max: config.RATE_LIMIT_SIGN_UP_ADDRESS, windowSeconds: hourSeconds },
  }
}
