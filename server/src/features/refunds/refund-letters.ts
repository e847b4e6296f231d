import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database.ts'
import type { OutgoingMessage } from '../messages/index.ts'
import { countTokens, formatCents, type PayingConsumer, type Purchase } from '../payments/index.ts'
import type { StoredRefund } from './refund-store.ts'

type Letter = Pick<
  OutgoingMessage & { channel: 'email' },
  'tenantId' | 'channel' | 'recipient' | 'companyName'
>

/** Tells the consumer of money that is on its way back. */
export function refundLetter(
  refund: StoredRefund,
  purchase: Purchase,
  consumer: PayingConsumer,
): OutgoingMessage {
  const amount = formatCents(refund.amountCents)
  const { tokensTakenBack } = refund
  return {
    ...to(consumer),
    subject: `Your refund from ${consumer.companyName}`,
    figure: amount,
    paragraphs: [
      `Hello ${consumer.fullName}, we have refunded ${amount} of your purchase of ${purchase.packageName}.`,
      `It goes back to what you paid with. Banks take up to ten business days to show it.`,
      ...(tokensTakenBack > 0
        ? [`${countTokens(tokensTakenBack)} of this purchase left your balance with it.`]
        : []),
      `Purchase ${purchase.id}, refund ${refund.id}.`,
    ],
  }
}

/** Tells the consumer that money which was on its way back did not arrive, and what of their tokens came back for it. */
export function refundFailedLetter(
  refund: StoredRefund,
  purchase: Purchase,
  consumer: PayingConsumer,
  returnedTokens: number,
): OutgoingMessage {
  const amount = formatCents(refund.amountCents)
  return {
    ...to(consumer),
    subject: `Your refund from ${consumer.companyName} did not arrive`,
    figure: amount,
    paragraphs: [
      `Hello ${consumer.fullName}, your bank did not take the refund of ${amount} for ${purchase.packageName}.`,
      ...(returnedTokens > 0
        ? [`${countTokens(returnedTokens)} ${returnedTokens === 1 ? 'is' : 'are'} back in your balance.`]
        : []),
      'We will be in touch about the money.',
      `Purchase ${purchase.id}, refund ${refund.id}.`,
    ],
  }
}

/** What a letter says of a dispute. */
type ToldDispute = Pick<Selectable<Tables['disputes']>, 'state' | 'amountCents'> & {
  /** Tokens that it has just taken, below 0 where it gave some back. */
  takenTokens: number
  /** Tokens that it holds now. */
  tokensHeld: number
}

/** Tells the consumer that a payment of theirs is disputed, or how that ended, and what became of its tokens. */
export function disputeLetter(
  dispute: ToldDispute,
  purchase: Purchase,
  consumer: PayingConsumer,
): OutgoingMessage {
  const amount = formatCents(dispute.amountCents)
  const { subject, sentences } = disputeWords(dispute, amount, purchase.packageName)
  return {
    ...to(consumer),
    subject: `${subject} ${consumer.companyName}`,
    figure: amount,
    paragraphs: [
      `Hello ${consumer.fullName}, ${sentences[0]}`,
      ...sentences.slice(1),
      `Purchase ${purchase.id}.`,
    ],
  }
}

function disputeWords(
  { state, takenTokens, tokensHeld }: ToldDispute,
  amount: string,
  packageName: string,
): { subject: string; sentences: string[] } {
  const of = `your payment for ${packageName}`
  const isOrAre = (tokens: number) => (tokens === 1 ? 'is' : 'are')
  const returned = Math.max(0, -takenTokens)
  const back = returned > 0 ? [`${countTokens(returned)} ${isOrAre(returned)} back in your balance.`] : []
  if (state === 'open') {
    const held = `${countTokens(takenTokens)} of this purchase ${isOrAre(takenTokens)} held until that is decided.`
    const sentences = [`${amount} of ${of} is disputed with your bank or wallet.`]
    return {
      subject: 'A disputed payment to',
      sentences: [...sentences, ...(takenTokens > 0 ? [held] : back)],
    }
  }
  const subject = 'The end of a disputed payment to'
  if (state === 'won') return { subject, sentences: [`the dispute is over, and ${of} stands.`, ...back] }
  const gone = `${countTokens(tokensHeld)} of this purchase left your balance with it.`
  const sentences = [`the dispute is over, and ${amount} of ${of} goes back to you.`]
  return { subject, sentences: [...sentences, ...(tokensHeld > 0 ? [gone] : []), ...back] }
}

function to({ tenantId, email, companyName }: PayingConsumer): Letter {
  return { tenantId, channel: 'email', recipient: email, companyName }
}
