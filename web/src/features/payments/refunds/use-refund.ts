import {
  listPaymentHistories,
  type PaymentHistory,
  type RefundPreview,
  refundPayment,
} from '@almanac/contract/refunds'
import { useRef, useState } from 'react'
import { type ApiError, isApiError, isDecided } from '../../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../../api/call.ts'
import { refresh } from '../../../api/query-client.ts'
import { showToast } from '../../../ui/toast-store.ts'

/** What is refunded, as it was shown when it was asked for. */
export interface RefundOrder {
  payment: PaymentHistory
  /** Null of a full refund. */
  amountCents: number | null
  reason: string
  expected: RefundPreview
}

export type RefundCourse =
  /** The form is open; `refusal` says why nothing was refunded. */
  | { step: 'entering'; refusal: string | null }
  | { step: 'sending'; order: RefundOrder }
  /** No answer came: whether it was refunded is not known, so that only the same refund may be repeated. */
  | { step: 'unanswered'; order: RefundOrder; message: string }

const PREVIEW_CHANGED =
  'What this refund takes back has changed meanwhile. Nothing was refunded. Please look at it again.'

/** These are said under the field, or are a question of the form. */
const isTold = ({ code }: ApiError) => code === 'conflict' || code === 'refund_too_large'

/** The course of one refund. Its idempotency key is made when the form opens and kept until the server has decided. */
export function useRefund(onDone: () => void) {
  const [course, setCourse] = useState<RefundCourse>({ step: 'entering', refusal: null })
  const idempotencyKey = useRef('')
  idempotencyKey.current ||= newIdempotencyKey()

  function refuse(thrown: ApiError, order: RefundOrder): string | null {
    if (!isDecided(thrown)) {
      setCourse({ step: 'unanswered', order, message: thrown.message })
      return null
    }
    idempotencyKey.current = newIdempotencyKey()
    void refresh(listPaymentHistories)
    const isOfAmount = thrown.code === 'refund_too_large'
    const text = thrown.code === 'conflict' ? PREVIEW_CHANGED : (thrown.list[0] ?? thrown.message)
    setCourse({ step: 'entering', refusal: isOfAmount ? null : text })
    return isOfAmount ? thrown.message : null
  }

  return {
    course,
    /** Answers what is to be said of the amount, if anything. */
    async refund(order: RefundOrder): Promise<string | null> {
      setCourse({ step: 'sending', order })
      const { payment, amountCents, reason, expected } = order
      const body = {
        paymentHistoryId: payment.id,
        consumerId: payment.consumerId,
        isFullRefund: amountCents === null,
        ...(amountCents !== null && { amount: amountCents / 100 }),
        ...(reason && { reason }),
        expectedAmount: expected.amount,
        expectedTokens: expected.tokensTakenBack,
      }
      try {
        const { refund, message } = await call(refundPayment, {
          body,
          idempotencyKey: idempotencyKey.current,
          isTold,
        })
        showToast(refund.refundState === 'refunded' ? 'success' : 'info', message)
        void refresh(listPaymentHistories)
        onDone()
        return null
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        return refuse(thrown, order)
      }
    },
  }
}
