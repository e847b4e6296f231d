import { paths } from '@almanac/contract/pages'
import { getDefaultPayment } from '@almanac/contract/payments'
import { confirmDefaultWallet } from '@almanac/contract/wallets'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient, queryKey, refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PendingTicks } from '../../ui/pending-ticks.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './payment-form.module.css'
import { useIsShown } from './use-is-shown.ts'

/** Where PayPal leads back to who was asked for the default payment: it is confirmed once, then the profile says how it is. */
export function Component() {
  const params = useConsumerParams()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isBegun = useRef(false)
  const isShown = useIsShown()

  async function confirm(approvalToken: string) {
    const { customerUrl } = params
    try {
      const { message, ...payment } = await call(confirmDefaultWallet, {
        params: { customerUrl },
        body: { approvalToken },
      })
      queryClient.setQueryData(queryKey(getDefaultPayment, { params }), payment)
      showToast('success', message)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
    }
    // Who has gone elsewhere meanwhile stays there.
    if (isShown.current) await leave()
  }

  function leave() {
    void refresh('profile')
    return navigate(paths.profile(params.customerUrl), { replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever else changes here
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const approvalToken = search.get('approval_token_id')
    const isCancelled = search.get('cancelled') === 'true'
    if (approvalToken && !isCancelled) void confirm(approvalToken)
    else {
      showToast('info', 'You came back from PayPal without agreeing. Your default payment is as it was.')
      void leave()
    }
  }, [])

  return (
    <>
      <PageHead title="Default Payment" />
      <p className={styles.processing} role="status">
        <PendingTicks />
        Confirming default payment …
      </p>
    </>
  )
}
