import type { RaisedCost } from '@almanac/contract/subscriptions'
import { countOf } from '../../ui/format.ts'

const spoken = { sms: 'SMS', email: 'email' } as const

/** What rose, in a line: `Aries costs more: by SMS 2 tokens, until now 1.` */
export function raisedHead({ categoryName, costs }: RaisedCost): string {
  const all = costs.map(
    ({ medium, fromTokens, toTokens }) =>
      `by ${spoken[medium]} ${countOf(toTokens, 'token')}, until now ${fromTokens}`,
  )
  return `${categoryName} costs more: ${all.join('; ')}.`
}

/** What ends where one does not want it: `by SMS` where it also comes by email, else all of it. */
export function endLabel({ categoryName, costs }: RaisedCost, subscribed: readonly string[]): string {
  const goesOn = subscribed.filter((name) => !costs.some(({ medium }) => medium === name))
  if (goesOn.length === 0) return `End ${categoryName}`
  return `End ${categoryName} by ${costs.map(({ medium }) => spoken[medium]).join(' and ')}`
}

/** Of several, how many there are; of one, which. */
export function barText(raised: readonly RaisedCost[]): string {
  const [first] = raised
  if (first && raised.length === 1) return raisedHead(first)
  return `${raised.length} of your signs cost more than when you subscribed.`
}
