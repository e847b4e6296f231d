import type { PaymentHistory } from '@almanac/contract/refunds'
import { IconInfoCircle } from '@tabler/icons-react'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { deviceZone, formatDateTime, formatMoney, formatTokens } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RefundForm } from './refund-form.tsx'
import {
  availableCentsOf,
  hindrance,
  IS_REFUND,
  isRefund,
  paymentIdOf,
  refundStateWords,
} from './refund-rules.ts'
import styles from './refunds.module.css'
import { useRefund } from './use-refund.ts'

interface RefundDialogProps {
  /** As it is now: it may change while the dialog is open. */
  payment: PaymentHistory
  onClose: () => void
}

/** A payment with what can be refunded of it; or a refund, to be read. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const { course, refund } = useRefund(onClose)
  const head = { title: `Payment ID ${paymentIdOf(payment)}`, subtitle: subtitleOf(payment), onClose }
  const isHeld = course.step !== 'entering'
  if (isHeld || (!isRefund(payment) && !hindrance(payment))) {
    // What is on its way may show in the list before its answer is here.
    const shown = isHeld ? course.order.payment : payment
    return (
      <RefundForm payment={shown} course={course} onRefund={refund} head={head}>
        <PaymentFacts payment={shown} />
      </RefundForm>
    )
  }
  return (
    <Dialog opened size="middle" {...head} actions={<CancelButton>Close</CancelButton>}>
      <p className={styles.note}>
        <Icon of={IconInfoCircle} />
        {isRefund(payment) ? IS_REFUND : hindrance(payment)}
      </p>
      {isRefund(payment) ? <RefundFacts refund={payment} /> : <PaymentFacts payment={payment} />}
    </Dialog>
  )
}

const subtitleOf = ({ username, email, customerUrl, createdAt }: PaymentHistory) =>
  `${username}, ${email}, ${customerUrl}. ${formatDateTime(createdAt, deviceZone)}`

function PaymentFacts({ payment }: { payment: PaymentHistory }) {
  return (
    <Facts>
      <Fact label="Package">
        {payment.packageName}, {formatTokens(payment.numberOfTokens)}
      </Fact>
      <Fact label="Payment Method">
        {payment.paymentMethod}
        {payment.isAutoPurchase && ', by auto-purchase'}
      </Fact>
      <Fact label="Amount">{formatMoney(payment.amount)}</Fact>
      {payment.refundedAmount !== 0 && (
        <Fact label="Refunded Amount">{formatMoney(payment.refundedAmount)}</Fact>
      )}
      {payment.lostAmount !== 0 && <Fact label="Lost in Disputes">{formatMoney(payment.lostAmount)}</Fact>}
      <Fact label="Available Amount" isTotal>
        {formatMoney(availableCentsOf(payment) / 100)}
      </Fact>
    </Facts>
  )
}

function RefundFacts({ refund }: { refund: PaymentHistory }) {
  const { refundState, tokensTakenBack, tokensMissing, reason, paymentIntentId, captureId } = refund
  return (
    <Facts>
      <Fact label="Of Payment">
        <span className={styles.id}>{paymentIntentId ?? captureId}</span>
      </Fact>
      <Fact label="Package">
        {refund.packageName}, {formatTokens(refund.numberOfTokens)}
      </Fact>
      {refundState && <Fact label="State">{refundStateWords[refundState] ?? 'Refunded'}</Fact>}
      {tokensTakenBack !== null && <Fact label="Taken back">{formatTokens(tokensTakenBack)}</Fact>}
      {tokensMissing !== null && tokensMissing > 0 && (
        <Fact label="Spent before">{formatTokens(tokensMissing)}</Fact>
      )}
      {reason && <Fact label="Reason">{reason}</Fact>}
      <Fact label="Amount" isTotal>
        {formatMoney(refund.amount)}
      </Fact>
    </Facts>
  )
}
