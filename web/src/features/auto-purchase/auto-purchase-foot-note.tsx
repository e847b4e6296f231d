import { balanceFalls } from './auto-purchase-words.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'

/** Under the packages: how auto-purchase works, by the tenant's own number. */
export function AutoPurchaseFootNote() {
  const { data } = useAutoPurchase()
  if (!data) return null
  return (
    <p>
      <b>Auto-purchase</b> buys the chosen package when {balanceFalls(data.thresholdToken)}. An email notice
      follows. One package at a time.
    </p>
  )
}
