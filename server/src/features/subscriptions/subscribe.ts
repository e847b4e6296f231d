import type { ErrorCode } from '@almanac/contract/errors'
import type { Config } from '../../platform/config.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { type Category, holdCategory, requireCategory } from '../categories/index.ts'
import { readBalance } from '../ledger/index.ts'
import { noteConsent } from './note-consent.ts'
import { agreeToCosts } from './raised-cost-store.ts'
import { addressOf, type Obstacle, type Recipient } from './rules.ts'
import { lockRecipient, replaceChoice, type Subscription } from './subscription-store.ts'

export interface SubscriptionDeps {
  db: Database
  config: Pick<Config, 'SMS_COUNTRIES'>
}

type Mediums = readonly ('sms' | 'email')[]

export interface MediumChoice {
  mediums: Mediums
  /** What one message by all of them was shown to cost, in tokens (decision P11). */
  expectedTokens?: number | undefined
  /** The internet address that it comes from, for the record of the consent. */
  address: string
}

/**
 * Makes `mediums` the way the consumer receives a category, in place of an earlier choice.
 * @throws DomainError `not_found` for an unknown category; `invalid_input` for a medium the category doesn't offer;
 * `price_changed`; `sms_number_required`; `sms_opted_out`; `email_dead`; `insufficient_tokens` when the balance is below one message by all of them (decision S6).
 */
export async function subscribe(
  { db, config }: SubscriptionDeps,
  subscription: Subscription,
  { mediums, expectedTokens, address }: MediumChoice,
): Promise<{ message: string }> {
  const { tenantId, consumerId, categoryId } = subscription
  await db.transact(async (tx) => {
    const category = await holdCategory(tx, tenantId, categoryId)
    const costTokens = costOf(category, mediums)
    if ((expectedTokens ?? costTokens) !== costTokens) {
      throw new DomainError('price_changed', { message: costChanged, extra: { numberOfTokens: costTokens } })
    }
    const recipient = await requireReachable(tx, subscription, mediums, config.SMS_COUNTRIES)
    if ((await readBalance(tx, tenantId, consumerId)) < costTokens) {
      throw new DomainError('insufficient_tokens')
    }
    const changed = await replaceChoice(tx, subscription, mediums)
    if (expectedTokens !== undefined) await agreeToCosts(tx, subscription)
    await noteConsent(tx, { subscription, recipient, category, address }, changed)
    await announceChange(tx, { topic: 'subscriptions', tenantId, userId: consumerId })
  })
  return { message: 'Subscription updated successfully.' }
}

/** Ends a subscription by every medium; without one it says the same. @throws DomainError `not_found` for an unknown category. */
export async function unsubscribe(
  { db }: Pick<SubscriptionDeps, 'db'>,
  subscription: Subscription,
  address: string,
): Promise<{ message: string }> {
  const { tenantId, consumerId, categoryId } = subscription
  await db.transact(async (tx) => {
    const category = await requireCategory(tx, tenantId, categoryId)
    const recipient = await lockRecipient(tx, tenantId, consumerId)
    const changed = await replaceChoice(tx, subscription, [])
    if (recipient) await noteConsent(tx, { subscription, recipient, category, address }, changed)
    await announceChange(tx, { topic: 'subscriptions', tenantId, userId: consumerId })
  })
  return { message: 'Unsubscribed successfully.' }
}

const costChanged =
  'The cost has changed. Your subscription is as it was. Please look at the new cost and confirm it.'

const spoken = { sms: 'SMS', email: 'Email' } as const

/** Tokens that one message by each of the mediums costs together. */
function costOf(category: Category, mediums: Mediums): number {
  let costTokens = 0
  for (const name of mediums) {
    const medium = category.mediums[name]
    if (!medium || medium.isDisable) {
      const message = `${category.name} does not come by ${spoken[name]}.`
      throw new DomainError('invalid_input', { message })
    }
    costTokens += medium.numberOfTokens
  }
  return costTokens
}

/** @throws DomainError `not_found`, `email_dead`, `sms_opted_out`, `sms_number_required`. */
async function requireReachable(
  tx: Tx,
  { tenantId, consumerId }: Subscription,
  mediums: Mediums,
  countries: Config['SMS_COUNTRIES'],
): Promise<Recipient> {
  const recipient = await lockRecipient(tx, tenantId, consumerId)
  if (!recipient) throw new DomainError('not_found')
  for (const medium of ['email', 'sms'] as const) {
    if (!mediums.includes(medium)) continue
    const reached = addressOf(medium, recipient, countries)
    const refusal = 'obstacle' in reached ? refusals[reached.obstacle] : null
    if (refusal) throw new DomainError(refusal)
  }
  return recipient
}

/** An address that was never verified may still be: its Sunbursts wait for that. */
const refusals = {
  'email-dead': 'email_dead',
  'email-unverified': null,
  'sms-opted-out': 'sms_opted_out',
  'sms-number-required': 'sms_number_required',
} as const satisfies Record<Obstacle, ErrorCode | null>
