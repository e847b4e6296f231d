import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConsumerParams } from '../../api/session.ts'
import { formatMoney, formatTokens } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-store.ts'
import { newestPurchases } from './newest-purchases.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'

/** Tells of a package that was bought automatically while the page is open, whatever screen is shown. */
export function AutoPurchaseNews() {
  const params = useConsumerParams()
  const { data: auto } = useAutoPurchase()
  const { data } = useQuery({ ...newestPurchases(params), enabled: Boolean(auto?.rule) })
  // Not by the highest number: what was begun before another purchase may be paid after it.
  const known = useRef<ReadonlySet<number> | null>(null)

  useEffect(() => {
    if (!data) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...data.data.map(({ id }) => id)])
    if (!before) return
    for (const { id, isAutoPurchase, packageName, numberOfTokens, amount } of data.data.toReversed()) {
      if (before.has(id) || !isAutoPurchase) continue
      const tokens = formatTokens(numberOfTokens)
      showToast(
        'success',
        `${packageName} was purchased automatically for ${formatMoney(amount)}: you have ${tokens} more.`,
      )
    }
  }, [data])
  return null
}
