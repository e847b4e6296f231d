import { useEffect, useState } from 'react'
import type { FormSchema } from './form-schema.ts'
import { showToast } from './toast-store.ts'

const NOTHING_WRONG = { issues: [] }
const RULES_MISSING = 'The form could not be loaded completely. Check your connection and try again.'

/**
 * What a schema says of values; of one whose rules are still on their way (`laterSchema`) nothing yet, and shows it once
 * they are there. It is not asked before anybody has touched the form: who only looks at it needs no rules.
 */
export function useChecked<Output>(schema: FormSchema<Output>, values: unknown, isTouched: boolean) {
  const [, setIsThere] = useState(false)
  const check = () => schema['~standard'].validate(values)
  const result = isTouched ? check() : NOTHING_WRONG
  const isLate = result instanceof Promise
  if (isLate) result.catch(() => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first result tells when the rules are there, as any other
  useEffect(() => {
    if (!(result instanceof Promise)) return
    // Who submits is told that they can't be had.
    result.then(
      () => setIsThere(true),
      () => undefined,
    )
  }, [isLate])
  return {
    now: isLate ? NOTHING_WRONG : result,
    /** Null, and told, where the rules can't be had. */
    whole: () => {
      const whole = isLate ? result : check()
      if (!(whole instanceof Promise)) return whole
      return whole.catch(() => {
        showToast('error', RULES_MISSING)
        return null
      })
    },
  }
}
