import { useRef, useState } from 'react'
import { type ApiError, isApiError, isDefinitive } from '../../api/api-error.ts'
import { newIdempotencyKey } from '../../api/call.ts'

export type EditCourse =
  /** The form is open; `refusal` says why nothing was saved. */
  | { step: 'entering'; refusal: string | null }
  | { step: 'sending' }
  /** No answer came: whether it was saved is not known, so that only the same edit may be repeated. */
  | { step: 'unanswered'; message: string }

/** Saves under the key, tells of it, and resolves. */
type Act = (idempotencyKey: string) => Promise<void>

/** The course of one edit. Its idempotency key is made when the form opens and kept until the server has decided. */
export function useEdit() {
  const [course, setCourse] = useState<EditCourse>({ step: 'entering', refusal: null })
  const idempotencyKey = useRef('')
  idempotencyKey.current ||= newIdempotencyKey()
  const unanswered = useRef<Act | null>(null)

  return {
    course,
    /**
     * Saves, or saves once more what was not answered. `explain` says of a refusal what the form shall say above its
     * buttons; null where it is said elsewhere.
     */
    async save(wanted: Act, explain: (error: ApiError) => string | null): Promise<void> {
      const act = unanswered.current ?? wanted
      setCourse({ step: 'sending' })
      try {
        await act(idempotencyKey.current)
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        if (isDefinitive(thrown)) {
          unanswered.current = null
          idempotencyKey.current = newIdempotencyKey()
          setCourse({ step: 'entering', refusal: explain(thrown) })
        } else {
          unanswered.current = act
          setCourse({ step: 'unanswered', message: thrown.message })
        }
      }
    },
  }
}
