import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Icon } from '../../ui/icon.tsx'
import styles from './payment-form.module.css'
import { methodOf, type PayMethod, type PurchaseState } from './purchase-rules.ts'

/** What there is to say of a purchase, beside the way of paying it was tried with. */
export function PurchaseNotice({ state, method }: { state: PurchaseState; method: PayMethod }) {
  if (methodOf(state) !== method) return null
  if (state.step === 'entering' && state.outcome) {
    const { kind, text } = state.outcome
    if (kind === 'paid-before') {
      return (
        <div className={styles.paid} role="status">
          <Icon of={IconCircleCheck} />
          <p>{text}</p>
        </div>
      )
    }
    return (
      <div className={kind === 'refused' ? styles.refused : styles.waiting} role="alert">
        <Icon of={IconAlertCircle} />
        <p>{text}</p>
      </div>
    )
  }
  if (state.step === 'unanswered') {
    return (
      <div className={styles.refused} role="alert">
        <Icon of={IconAlertCircle} />
        <p>{state.message} Trying again repeats this same payment, so you cannot be charged twice for it.</p>
      </div>
    )
  }
  if (state.step !== 'waiting') return null
  return (
    <div className={styles.waiting} role="status">
      <Icon of={IconClock} />
      <p>{state.message} Nothing is charged twice, and this page continues automatically.</p>
    </div>
  )
}
