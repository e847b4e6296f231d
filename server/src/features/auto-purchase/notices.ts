import { paths } from '@almanac/contract/pages'
import type { Tx } from '../../platform/database.ts'
import { formatMoment } from '../../platform/zoned-time.ts'
import { type OutgoingMessage, queueMessage } from '../messages/index.ts'
import { countTokens } from '../payments/index.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import type { Held } from './rule-store.ts'
import { sayTerms, type Terms } from './rules.ts'
import type { OwnPauseReason } from './tables.ts'

/** Why a rule was ended by something else than its switch. */
export type EndReason = 'package' | 'payment' | 'refund' | 'fraud'

/** A package as a letter names it, with what was agreed to. */
export type Named = { packageName: string } & Terms

type Letter = Pick<OutgoingMessage, 'subject' | 'paragraphs'>

/** Puts a letter about a rule into the outbox, in the transaction that makes it true. */
export async function queueNotice(tx: Tx, { tenantId, party }: Held, letter: Letter): Promise<void> {
  const { companyName, email: recipient } = party
  await queueMessage(tx, { tenantId, channel: 'email', recipient, companyName, ...letter })
}

type Links = Pick<AutoPurchaseDeps, 'publicUrl'>

const packagesPage = ({ publicUrl }: Links, { party }: Held) =>
  `${publicUrl}${paths.packages(party.customerUrl)}`
const paymentPage = ({ publicUrl }: Links, { party }: Held) =>
  `${publicUrl}${paths.defaultPayment(party.customerUrl)}`
const withTerms = (bought: Named) => `${bought.packageName} (${sayTerms(bought)})`

/** The acknowledgement of what was agreed to, for the consumer to keep, and how it ends. */
export function turnedOn(links: Links, held: Held, terms: string): Letter {
  return {
    subject: `Automatic purchase is on at ${held.party.companyName}`,
    paragraphs: [
      `Hello ${held.party.fullName}, this is what you agreed to. Please keep it.`,
      terms,
      'You get an email each time. If the price rises, or the package holds another number of tokens, nothing is bought until you agree to that.',
      `You can turn it off at any time, by the switch of the package under Purchase Tokens: ${packagesPage(links, held)}`,
    ],
  }
}

const sayLow = ({ party }: Held) => `at ${countTokens(party.ruleThreshold)} or below`

/** Announces the retry after the first of several declines. */
export function declined(links: Links, held: Held, bought: Named, why: string, retryAt: Date): Letter {
  return {
    subject: 'Your automatic purchase did not go through',
    paragraphs: [
      `${withTerms(bought)} could not be bought automatically. ${why}`,
      `Nothing was charged. We try again on ${formatMoment(retryAt, held.party.timeZone)} if your balance is still ${sayLow(held)} then. If you change your default payment, it is bought with that: ${paymentPage(links, held)}`,
      `You can also purchase tokens yourself, or turn automatic purchase off: ${packagesPage(links, held)}`,
    ],
  }
}

/** Announces when a rule continues that has reached the limit of automatic purchases in 24 hours. */
export function limitReached(links: Links, held: Held, bought: Named, until: Date): Letter {
  return {
    subject: 'Your automatic purchase waits',
    paragraphs: [
      `Your balance is ${sayLow(held)}, and automatic purchases have reached their limit for 24 hours.`,
      `${withTerms(bought)} is bought on ${formatMoment(until, held.party.timeZone)} if your balance is still ${sayLow(held)} then. You don't have to do anything.`,
      `You can also purchase tokens yourself, or turn automatic purchase off: ${packagesPage(links, held)}`,
    ],
  }
}

const whyPaused: Record<OwnPauseReason, (links: Links, held: Held, why: string, now: Terms) => string[]> = {
  declined: (links, held, why) => [
    `The payment was declined. ${why}`,
    `Nothing was charged, and nothing is tried again until you change your default payment: ${paymentPage(links, held)}`,
    `Or resume it with the same one, or purchase tokens yourself: ${packagesPage(links, held)}`,
  ],
  bank: (links, held) => [
    'Your bank wants you to confirm the payment, which it can only ask you in person. Nothing was charged.',
    `Please purchase the package yourself, where your bank can ask you, and then resume automatic purchase: ${packagesPage(links, held)}`,
  ],
  price: (links, held, _why, now) => [
    `It is now ${sayTerms(now)}, which is not what you agreed to. Nothing was charged.`,
    `Nothing is bought automatically until you agree to it: ${packagesPage(links, held)}`,
  ],
}

/** Says that a rule waits for its consumer. `why` is the sentence of a decline, `now` what the package is now. */
export function paused(
  links: Links,
  held: Held,
  bought: Named,
  about: { reason: OwnPauseReason; why?: string; now?: Terms },
): Letter {
  const { reason, why = '', now = bought } = about
  return {
    subject:
      reason === 'price' ? `${bought.packageName} has a new price` : 'Your automatic purchase is paused',
    paragraphs: [
      `You have chosen ${withTerms(bought)} to be bought automatically.`,
      ...whyPaused[reason](links, held, why, now),
    ],
  }
}

const whyEnded: Record<EndReason, string> = {
  package: 'The package is no longer sold for automatic purchase.',
  payment: 'The default payment that paid for it was removed.',
  refund: 'An automatic purchase of yours was refunded.',
  fraud:
    'One of your payments was reported as fraud. Before its payment method can be used for automatic purchase again, save it again on your profile.',
}

/** Says that a rule has ended, and why. */
export function ended(links: Links, held: Held, bought: Named, reason: EndReason): Letter {
  const { companyName, ruleThreshold } = held.party
  return {
    subject: `Automatic purchase is off at ${companyName}`,
    paragraphs: [
      `${withTerms(bought)} is no longer bought when your balance falls to ${countTokens(ruleThreshold)} or below. ${whyEnded[reason]}`,
      `Your tokens stay. You can choose a package again at any time: ${packagesPage(links, held)}`,
    ],
  }
}
