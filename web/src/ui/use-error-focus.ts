import { useEffect, useRef } from 'react'

/** A field in error: the control itself, or one of a group's. */
const IN_ERROR = ':is(input, select, textarea)[aria-invalid="true"], [data-invalid] input'

/** Leads to the first field in error that `isMeant`, by its name, once the errors are on screen. */
export function useErrorFocus(isMeant: (name: string) => boolean) {
  const form = useRef<HTMLFormElement>(null)
  const isDue = useRef(false)
  useEffect(() => {
    if (!isDue.current) return
    isDue.current = false
    const inError = form.current?.querySelectorAll<HTMLInputElement>(IN_ERROR) ?? []
    ;[...inError].find(({ name }) => isMeant(name))?.focus()
  })
  return {
    form,
    /** To be called with the change of state that shows the errors. */
    leadToError() {
      isDue.current = true
    },
  }
}
