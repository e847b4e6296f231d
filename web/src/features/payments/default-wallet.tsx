import type { DefaultPayment } from '@almanac/contract/payments'
import { startDefaultWallet } from '@almanac/contract/wallets'
import { useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useTenantParams } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { leaveFor, useBroughtBack } from './leave-page.ts'
import styles from './payment-form.module.css'
import { goingTo, savingTerms, walletName } from './purchase-rules.ts'
import { useIsShown } from './use-is-shown.ts'

/** Leaves for PayPal, where one agrees to it as the default payment. */
export function DefaultWallet({ payment }: { payment: DefaultPayment }) {
  const params = useTenantParams()
  const [pending, setPending] = useState(false)
  const isUnderWay = useRef(false)
  const isShown = useIsShown()

  function rest() {
    isUnderWay.current = false
    setPending(false)
  }
  useBroughtBack(rest)

  async function go() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setPending(true)
    try {
      const { redrictUrl } = await call(startDefaultWallet, { params, isAct: true })
      // Who has gone elsewhere meanwhile stays there.
      if (isShown.current) leaveFor(redrictUrl)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      rest()
    }
  }

  return (
    <div className={styles.form}>
      <p className={styles.road}>You go to PayPal to agree, and come back here. Nothing is charged now.</p>
      <p className={styles.fine}>
        PayPal keeps the agreement; your password there is never known here. {savingTerms(payment)}
      </p>
      <Button
        kind="prime"
        wide
        pending={pending}
        pendingWord={goingTo(walletName('paypal'))}
        onClick={() => void go()}
      >
        Continue to PayPal
      </Button>
    </div>
  )
}
