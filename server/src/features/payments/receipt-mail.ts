import { brandName } from '@almanac/contract/card-brands'
import { paths } from '@almanac/contract/pages'
import { isPaidByCard } from '@almanac/contract/payments'
import type { OutgoingMessage } from '../messages/index.ts'
import type { PaymentDeps } from './deps.ts'
import type { PayingConsumer, Purchase } from './purchase-store.ts'
import { countTokens, formatCents, statementDescriptor } from './rules.ts'

/** The receipt of a settled purchase as a letter; `balanceTokens` is the balance it left. */
export function receiptOf(
  deps: Pick<PaymentDeps, 'statementPrefix' | 'publicUrl'>,
  purchase: Purchase,
  consumer: PayingConsumer,
  balanceTokens: number,
): OutgoingMessage {
  const { companyName } = consumer
  const descriptor = statementDescriptor(companyName, deps.statementPrefix)
  const statement = isPaidByCard(purchase) ? ` Your statement shows it as ${descriptor}.` : ''
  const { isAutoPurchase } = purchase
  return {
    tenantId: purchase.tenantId,
    channel: 'email',
    recipient: consumer.email,
    subject: isAutoPurchase
      ? `${purchase.packageName} was bought automatically from ${companyName}`
      : `Your receipt from ${companyName}`,
    companyName,
    figure: formatCents(purchase.amountCents),
    paragraphs: [
      isAutoPurchase
        ? `Hello ${consumer.fullName}, your balance had fallen to ${countTokens(consumer.thresholdToken)} or below, so the package that you chose was bought.`
        : `Hello ${consumer.fullName}, thank you for your purchase.`,
      `${purchase.packageName}: ${countTokens(purchase.numberOfTokens)} for ${formatCents(purchase.amountCents)}, paid with ${paidWith(purchase)}.${statement}`,
      `You now have ${countTokens(balanceTokens)}.`,
      ...(isAutoPurchase ? [howToTurnOff(deps, consumer)] : []),
      `Purchase ${purchase.id}, payment ${purchase.providerPaymentId ?? ''}.`,
    ],
  }
}

/** Says that a payment which took its time was not paid after all; `why` is the sentence of its failure. */
export function notPaidLetter(
  { publicUrl }: Pick<PaymentDeps, 'publicUrl'>,
  purchase: Purchase,
  { email, fullName, companyName, customerUrl }: PayingConsumer,
  why: string,
): OutgoingMessage {
  const bought = `${purchase.packageName}, ${countTokens(purchase.numberOfTokens)}`
  return {
    tenantId: purchase.tenantId,
    channel: 'email',
    recipient: email,
    subject: `Your payment to ${companyName} did not go through`,
    companyName,
    paragraphs: [
      `Hello ${fullName}, your payment of ${formatCents(purchase.amountCents)} for ${bought}, did not go through.`,
      why,
      `You can purchase again at any time: ${publicUrl}${paths.packages(customerUrl)}`,
      `Purchase ${purchase.id}.`,
    ],
  }
}

function howToTurnOff(
  { publicUrl }: Pick<PaymentDeps, 'publicUrl'>,
  { customerUrl }: PayingConsumer,
): string {
  return `To stop buying it automatically, turn its switch off under Purchase Tokens: ${publicUrl}${paths.packages(customerUrl)}`
}

function paidWith(purchase: Purchase): string {
  if (!isPaidByCard(purchase)) return purchase.paymentMethod
  const { cardBrand, lastFourDigit } = purchase
  return lastFourDigit ? `${brandName(cardBrand) ?? 'card'} ending in ${lastFourDigit}` : 'your card'
}
