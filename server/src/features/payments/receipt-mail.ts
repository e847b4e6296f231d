import { waysToPay } from '@almanac/contract/payments'
import type { OutgoingMessage } from '../messages/index.ts'
import type { PayingConsumer, Purchase } from './purchase-store.ts'
import { countTokens, formatCents, statementDescriptor } from './rules.ts'

/** The receipt of a settled purchase as a letter; `balanceTokens` is the balance it left. */
export function receiptOf(
  purchase: Purchase,
  consumer: PayingConsumer,
  balanceTokens: number,
  statementPrefix: string,
): OutgoingMessage {
  const { companyName } = consumer
  const descriptor = statementDescriptor(companyName, statementPrefix)
  const statement = isPaidByCard(purchase) ? ` Your statement shows it as ${descriptor}.` : ''
  return {
    tenantId: purchase.tenantId,
    channel: 'email',
    recipient: consumer.email,
    subject: `Your receipt from ${companyName}`,
    companyName,
    figure: formatCents(purchase.amountCents),
    paragraphs: [
      `Hello ${consumer.fullName}, thank you for your purchase.`,
      `${purchase.packageName}: ${countTokens(purchase.numberOfTokens)} for ${formatCents(purchase.amountCents)}, paid with ${paidWith(purchase)}.${statement}`,
      `You now have ${countTokens(balanceTokens)}.`,
      `Purchase ${purchase.id}, payment ${purchase.providerPaymentId ?? ''}.`,
    ],
  }
}

const isPaidByCard = ({ paymentMethod }: Purchase) => paymentMethod === waysToPay.card.paymentMethod

function paidWith(purchase: Purchase): string {
  if (!isPaidByCard(purchase)) return purchase.paymentMethod
  const { cardBrand, lastFourDigit } = purchase
  return lastFourDigit ? `${cardBrand ?? 'card'} ending in ${lastFourDigit}` : 'your card'
}
