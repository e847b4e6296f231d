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

function to({ tenantId, email, companyName }: PayingConsumer): Letter {
  return { tenantId, channel: 'email', recipient: email, companyName }
}
