import type { Config } from '../../platform/config.ts'
import type { Rate } from '../../platform/rate-limit.ts'

/** What one client address may do; a person at home and an audience behind one gateway both count as one. */
export interface IdentityLimits {
  /** In 15 minutes. */
  loginFailuresPerAddress: number
  /** In an hour. */
  codesPerAddress: number
  /** In an hour. */
  signUpsPerAddress: number
}

export function identityLimits(config: Config): IdentityLimits {
  return {
    loginFailuresPerAddress: config.RATE_LIMIT_LOGIN_ADDRESS,
    codesPerAddress: config.RATE_LIMIT_CODES_ADDRESS,
    signUpsPerAddress: config.RATE_LIMIT_SIGN_UP_ADDRESS,
  }
}

export const perHour = (max: number): Rate => ({ max, windowSeconds: 3_600 })
