import { troubleOf } from './auto-purchase-rules.ts'
import { balanceFalls } from './auto-purchase-words.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'

/** Where tokens may run out: that more are bought automatically, while they are. */
export function AutoPurchaseAssurance() {
  const { data } = useAutoPurchase()
  if (!data?.rule || troubleOf(data.rule)) return null
  return (
    <p>
      <b>Auto-purchase is on.</b> {data.rule.packageName} is bought when{' '}
      {balanceFalls(data.rule.thresholdToken)}.
    </p>
  )
}
