import { useRef, useState } from 'react'
import { type ApiError, isApiError, isDecided } from '../../api/api-error.ts'
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

  return {
    course,
    /**
     * Saves. `explain` says of a refusal what the form shall say above its buttons; null where it is said elsewhere. What
     * was not answered is saved by the same act once more: the form holds its input until then.
     */
    async save(act: Act, explain: (error: ApiError) => string | null): Promise<void> {
      setCourse({ step: 'sending' })
      try {
        await act(idempotencyKey.current)
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        if (isDecided(thrown)) {
          idempotencyKey.current = newIdempotencyKey()
          setCourse({ step: 'entering', refusal: explain(thrown) })
        } else {
          setCourse({ step: 'unanswered', message: thrown.message })
        }
      }
    },
  }
}
