import { getAutoPurchase, toggleAutoPurchase } from '@almanac/contract/auto-purchase'
import { type ConsumerPackage, listConsumerPackages } from '@almanac/contract/packages'
import { useRef, useState } from 'react'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient, refresh } from '../../api/query-client.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { showToast } from '../../ui/toast-store.ts'
import { expected, isChosen, type Terms, termsInstead, termsOf } from './auto-purchase-rules.ts'
import { newestPurchases } from './newest-purchases.ts'
import { adoptAutoPurchase } from './use-auto-purchase.ts'

/** What is asked before a package is bought automatically. */
export interface Question {
  offer: ConsumerPackage
  /** What is agreed to. It stays while the question is open, whatever the list brings. */
  terms: Terms
  /** What was agreed to first, where the server has other terms now. */
  former: Terms | null
}

const isMissing = ({ code }: ApiError) => code === 'no_default_payment'
/** The screen makes a question of it. */
const isAsked = (error: ApiError) => isMissing(error) || termsInstead(error) !== null

/** Which package is bought automatically: shown as it was wished at once, and as it is when the call has failed. */
export function useAutoPurchaseChoice() {
  const params = useConsumerParams()
  const { stripeId, paypalPaymentToken } = useUser()
  const packages = useEndpoint(listConsumerPackages, { params }).data?.packages
  const [question, setQuestion] = useState<Question | null>(null)
  const [isPaymentMissing, setIsPaymentMissing] = useState(false)
  const [wish, setWish] = useState<{ packageId: number | null } | null>(null)
  // A second press may come before the first one is drawn.
  const isSending = useRef(false)
  const chosen = packages?.find(isChosen) ?? null

  function choose(offer: ConsumerPackage, isOn: boolean) {
    if (!isOn) void send(offer, null)
    else if (!stripeId && !paypalPaymentToken) setIsPaymentMissing(true)
    else {
      setQuestion({ offer, terms: termsOf(offer), former: null })
      // What was bought before is no news of what may be bought now.
      void queryClient.prefetchQuery(newestPurchases(params))
    }
  }

  async function send(offer: ConsumerPackage, terms: Terms | null) {
    if (isSending.current) return
    isSending.current = true
    setQuestion(null)
    setWish({ packageId: terms && offer.id })
    try {
      const { message, ...now } = await call(toggleAutoPurchase, {
        params,
        body: { isAutoPaymentChecked: terms !== null, packageId: offer.id, ...(terms && expected(terms)) },
        isTold: isAsked,
      })
      await adoptAutoPurchase(params, now)
      showToast('success', message)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      explain(thrown, offer, terms)
    } finally {
      isSending.current = false
      setWish(null)
    }
  }

  function explain(error: ApiError, offer: ConsumerPackage, former: Terms | null) {
    const terms = termsInstead(error)
    if (terms) setQuestion({ offer, terms, former })
    if (isMissing(error)) setIsPaymentMissing(true)
    // Where no answer came the server may have acted; and what was shown may be an old price, or an old default payment.
    void refresh(getAutoPurchase, listConsumerPackages, ...(isMissing(error) ? (['profile'] as const) : []))
  }

  return {
    /** The package of the switch that is on. */
    chosenId: wish ? wish.packageId : (chosen?.id ?? null),
    /** The package that another one would take the place of. */
    chosen,
    isPending: wish !== null,
    choose,
    question,
    agree: () => question && void send(question.offer, question.terms),
    isPaymentMissing,
    cancel() {
      setQuestion(null)
      setIsPaymentMissing(false)
    },
  }
}

export type AutoPurchaseChoice = ReturnType<typeof useAutoPurchaseChoice>
