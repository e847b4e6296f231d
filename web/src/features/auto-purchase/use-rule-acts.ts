import {
  type AutoPurchase,
  type AutoPurchaseRule,
  getAutoPurchase,
  resumeAutoPurchase,
  toggleAutoPurchase,
} from '@almanac/contract/auto-purchase'
import { listConsumerPackages } from '@almanac/contract/packages'
import { useRef, useState } from 'react'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient, queryKey, refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useIsSeen } from '../../ui/use-is-seen.ts'
import { expected, type Terms, termsInstead } from './auto-purchase-rules.ts'
import { adoptAutoPurchase } from './use-auto-purchase.ts'

const CHANGED = 'The price has changed once more. Nothing is bought until you agree to it.'
/** Said here in other words than the server's, which are those of a purchase. */
const isSaid = (error: ApiError) => termsInstead(error) !== null

/**
 * What a consumer does with a rule that is there: goes on with it at the terms that are shown, or ends it. The threshold is
 * the agreed one unless another is shown.
 */
export function useRuleActs(rule: AutoPurchaseRule, thresholdToken = rule.thresholdToken) {
  const params = useConsumerParams()
  const [pending, setPending] = useState<'resume' | 'turn-off' | null>(null)
  const isSending = useRef(false)
  const [changed, setChanged] = useState<Terms | null>(null)
  const isSeen = useIsSeen(changed, changed !== null)

  async function send(what: 'resume' | 'turn-off', act: () => Promise<AutoPurchase & { message: string }>) {
    if (isSending.current) return
    isSending.current = true
    setPending(what)
    try {
      const { message, ...now } = await act()
      await adoptAutoPurchase(params, now)
      showToast('success', message)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      explain(thrown)
    }
    isSending.current = false
    setPending(null)
  }

  function explain(error: ApiError) {
    const offerNow = termsInstead(error)
    if (offerNow) {
      queryClient.setQueryData<AutoPurchase>(queryKey(getAutoPurchase, { params }), (auto) =>
        auto?.rule ? { ...auto, rule: { ...auto.rule, offerNow } } : auto,
      )
      setChanged(offerNow)
      showToast('warn', CHANGED)
    }
    void refresh(getAutoPurchase, listConsumerPackages)
  }

  return {
    resume() {
      const shown = { ...expected(rule.offerNow ?? rule), expectedThreshold: thresholdToken }
      if (rule.state === 'paused') {
        return send('resume', () => call(resumeAutoPurchase, { params, body: shown, isTold: isSaid }))
      }
      // It does not wait yet for the new price to be agreed to.
      const body = { isAutoPaymentChecked: true, packageId: rule.packageId, ...shown }
      return send('resume', () => call(toggleAutoPurchase, { params, body, isTold: isSaid }))
    },
    turnOff() {
      const body = { isAutoPaymentChecked: false, packageId: rule.packageId }
      return send('turn-off', () => call(toggleAutoPurchase, { params, body }))
    },
    isResuming: pending === 'resume' || !isSeen,
    isTurningOff: pending === 'turn-off',
  }
}
