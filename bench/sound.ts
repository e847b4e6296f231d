import { measureChallenges } from './sound/challenges.ts'
import { measureClaims } from './sound/claims.ts'
import { measureLostPurchases } from './sound/lost-purchases.ts'
import { measureLostSms } from './sound/lost-sms.ts'
import { measureSlowHost } from './sound/slow-host.ts'

/**
 * How money and delivery go on while providers fail for an hour, or hang, or a million rows are due:
 * `npm run sound`, or one of them by its name.
 */
const measurements = {
  'lost-sms': measureLostSms,
  'lost-purchases': measureLostPurchases,
  challenges: measureChallenges,
  'slow-host': measureSlowHost,
  claims: measureClaims,
} as const

const only = process.argv[2]
if (only !== undefined && !(only in measurements)) {
  console.error(`There is ${Object.keys(measurements).join(', ')}, not ${only}.`)
  process.exit(2)
}
for (const [name, measure] of Object.entries(measurements)) {
  if (only === undefined || only === name) await measure()
}
