import { formatMoney } from '../../ui/format.ts'
import { isBoughtAt } from './auto-purchase-rules.ts'
import { countTokens } from './auto-purchase-words.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'

/** Before a charge: that it triggers an automatic purchase, and for how much, if it does. */
export function AutoPurchaseChargeNote({ balanceTokens }: { balanceTokens: number }) {
  const { data } = useAutoPurchase()
  if (!data?.rule || !isBoughtAt(data, balanceTokens)) return null
  const { packageName, nextPrice } = data.rule
  return (
    <p>
      This takes your balance to {countTokens(balanceTokens)}, so <strong>{packageName}</strong> is bought for{' '}
      {formatMoney(nextPrice)} with your default payment.
    </p>
  )
}
