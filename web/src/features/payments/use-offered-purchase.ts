import type { ConsumerPackage } from '@almanac/contract/packages'
import { useEffect, useRef, useState } from 'react'
import { isSameOffer, type Offer, type PayMethod } from './purchase-rules.ts'
import { usePaid } from './use-paid.ts'
import { usePurchase } from './use-purchase.ts'

/**
 * The purchase of a package at the price on screen. A price that changes in the list shows at once, with a notice beside
 * `method`, unless a payment is under way or unanswered: that one keeps the price it was made for until it is decided.
 */
export function useOfferedPurchase(listed: ConsumerPackage, method: PayMethod) {
  const { price, numberOfTokens } = listed
  const [{ shown, former }, setPrices] = useState<{ shown: Offer; former: Offer | null }>({
    shown: { price, numberOfTokens },
    former: null,
  })
  const adopt = (offer: Offer) => setPrices((before) => ({ shown: offer, former: before.shown }))
  const purchase = usePurchase({ onPaid: usePaid(), onPriceChange: adopt })
  const seen = useRef<Offer>(shown)
  useEffect(() => {
    const now = { price, numberOfTokens }
    // The list may be older than the price that a refusal has brought: only its own changes count.
    if (purchase.state.step !== 'entering' || isSameOffer(seen.current, now)) return
    seen.current = now
    if (isSameOffer(shown, now)) return
    adopt(now)
    purchase.tellPriceChange({ before: shown, now, method })
  })
  return { offer: { ...listed, ...shown }, former, purchase }
}
