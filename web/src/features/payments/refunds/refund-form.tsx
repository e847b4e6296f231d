import type { PaymentHistory } from '@almanac/contract/refunds'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton, type DialogFrameProps } from '../../../ui/dialog-frame.tsx'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { RefundPreviewBox } from './refund-preview-box.tsx'
import {
  AMOUNT_MAX_CHARACTERS,
  amountError,
  availableCentsOf,
  type RefundKind,
  readCents,
  refundSchema,
} from './refund-rules.ts'
import styles from './refunds.module.css'
import type { RefundCourse, RefundOrder } from './use-refund.ts'
import { useRefundPreview } from './use-refund-preview.ts'

const REASON_MAX_CHARACTERS = 500

interface RefundFormProps {
  payment: PaymentHistory
  course: RefundCourse
  /** Answers what is to be said of the amount, if anything. */
  onRefund: (order: RefundOrder) => Promise<string | null>
  head: Pick<DialogFrameProps, 'title' | 'subtitle' | 'onClose'>
  /** What is known of the payment. */
  children: ReactNode
}

interface Values {
  kind: RefundKind
  amount: string
  reason: string
}

/** Refunds a payment, whole or in part, after it has said what that takes back. */
export function RefundForm({ payment, course, onRefund, head, children }: RefundFormProps) {
  const availableCents = availableCentsOf(payment)
  const form = useForm<Values, Values>({
    initial: { kind: 'full', amount: '', reason: '' },
    schema: useMemo(() => refundSchema(availableCents), [availableCents]),
    onSubmit: ({ kind, amount, reason }, { setErrors }) => send(kind, amount, reason, setErrors),
  })
  const { kind, amount } = form.values
  const asked = kind === 'full' ? 'all' : amountError(amount, availableCents) ? null : readCents(amount)
  const isUnanswered = course.step === 'unanswered'
  const isHeld = course.step !== 'entering'
  const { preview, failure, retry } = useRefundPreview(payment.id, asked, isHeld)

  async function send(
    as: RefundKind,
    typed: string,
    reason: string,
    setErrors: (errors: { amount: string }) => void,
  ) {
    if (course.step === 'unanswered') return onRefund(course.order)
    if (!preview) return
    const amountCents = as === 'full' ? null : readCents(typed)
    const wrong = await onRefund({ payment, amountCents, reason, expected: preview })
    if (wrong) setErrors({ amount: wrong })
  }

  return (
    <Dialog
      opened
      size="middle"
      {...head}
      dirty={form.changed || isUnanswered}
      pending={course.step === 'sending'}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button
            kind="prime"
            {...form.submitButton}
            pending={course.step === 'sending'}
            pendingWord="Refunding …"
            disabled={!isUnanswered && (form.submitButton.disabled || !preview)}
          >
            {isUnanswered ? 'Try again' : preview ? `Refund ${formatMoney(preview.amount)}` : 'Refund'}
          </Button>
        </>
      }
    >
      {children}
      <RadioGroup
        legend="Credit Refund"
        hideLegend
        options={[
          { value: 'full', label: 'Full Refund', disabled: isHeld },
          { value: 'partial', label: 'Partial Refund', disabled: isHeld },
        ]}
        {...form.custom('kind')}
      />
      {kind === 'partial' && (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          maxLength={AMOUNT_MAX_CHARACTERS}
          disabled={isHeld}
          className={styles.amount}
          {...form.field('amount')}
        />
      )}
      <RefundPreviewBox asked={asked} preview={preview} failure={failure} onRetry={retry} />
      <TextArea
        label="Reason"
        optional
        rows={2}
        disabled={isHeld}
        counter={(length) => `${formatCount(length)} of ${REASON_MAX_CHARACTERS} characters`}
        {...form.field('reason')}
      />
      <Refusal course={course} />
    </Dialog>
  )
}

/** Why nothing was refunded, or that nobody knows yet. */
function Refusal({ course }: { course: RefundCourse }) {
  const text =
    course.step === 'unanswered'
      ? `${course.message} Trying again repeats this same refund, so nothing is refunded twice.`
      : course.step === 'entering' && course.refusal
  return <RefusalNote>{text}</RefusalNote>
}
