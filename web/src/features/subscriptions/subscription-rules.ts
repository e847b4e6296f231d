import { errorCatalogue } from '@almanac/contract/errors'
import { formatTokens } from '../../ui/format.ts'

/** Why nothing comes by email to an address that sends letters back, as the server says it. */
export const DEAD_EMAIL = errorCatalogue.email_dead.message

export type Medium = 'sms' | 'email'

export interface Choice {
  /** By which mediums the sign comes now; none where it isn't subscribed. */
  subscribed: readonly Medium[]
  /** What is ticked. */
  ticked: readonly Medium[]
  /** Tokens that one message by all ticked mediums costs. */
  costTokens: number
  balanceTokens: number
}

export interface Act {
  label: 'Subscribe' | 'Update Subscription' | 'Unsubscribe'
  isDisabled: boolean
  /** The balance doesn't cover what is ticked. */
  isShort: boolean
}

/** What the subscription's button says, and whether it may be pressed (first document, section 4). */
export function decideAct({ subscribed, ticked, costTokens, balanceTokens }: Choice): Act {
  const isSubscribed = subscribed.length > 0
  const isShort = ticked.length > 0 && costTokens > balanceTokens
  const isDisabled = isShort || !isChoiceChanged({ subscribed, ticked })
  return { label: labelOf(isSubscribed, ticked), isShort, isDisabled }
}

/** Whether anything else is ticked than what is subscribed. */
export function isChoiceChanged({ subscribed, ticked }: Pick<Choice, 'subscribed' | 'ticked'>): boolean {
  return subscribed.length !== ticked.length || !ticked.every((one) => subscribed.includes(one))
}

function labelOf(isSubscribed: boolean, ticked: readonly Medium[]): Act['label'] {
  if (!isSubscribed) return 'Subscribe'
  return ticked.length > 0 ? 'Update Subscription' : 'Unsubscribe'
}

interface Offered {
  name: string
  numberOfTokens: number
}

/** Tokens that one message by each of these mediums costs together. */
export function costOf(offered: readonly Offered[], mediums: readonly string[]): number {
  return offered
    .filter(({ name }) => mediums.includes(name))
    .reduce((tokens, { numberOfTokens }) => tokens + numberOfTokens, 0)
}

interface Sign {
  deliveryMediums: readonly (Offered & { isDisable: boolean })[]
}

/** What one message costs, of signs that have any: `1 Token`, or `1 to 3 Tokens` where signs and mediums differ. */
export function messagePrice(signs: readonly Sign[]): string {
  const prices = signs
    .flatMap(({ deliveryMediums }) => deliveryMediums)
    .filter(({ name, isDisable }) => name !== 'audio' && !isDisable)
    .map(({ numberOfTokens }) => numberOfTokens)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return least === most ? formatTokens(most) : `${least} to ${formatTokens(most)}`
}

/** The signs from the consumer's own on, round the zodiac. */
export function fromOwnSign<Sign extends { id: number }>(
  signs: readonly Sign[],
  ownId: number | null,
): Sign[] {
  const own = Math.max(
    0,
    signs.findIndex(({ id }) => id === ownId),
  )
  return [...signs.slice(own), ...signs.slice(0, own)]
}
