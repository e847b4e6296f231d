import { useEffect, useRef } from 'react'

/** A field in error: the control itself, one of a group's, or a part of a date; not what a date keeps out of sight. */
const IN_ERROR = [
  ':is(input, select, textarea)[aria-invalid="true"]',
  '[data-invalid] input:not([tabindex="-1"])',
  '[data-invalid] [role=spinbutton]',
].join()

/** Leads to the first field in error that `isMeant`, by its name, once the errors are on screen. */
export function useErrorFocus(isMeant: (name: string) => boolean) {
  const form = useRef<HTMLFormElement>(null)
  const isDue = useRef(false)
  useEffect(() => {
    if (!isDue.current) return
    isDue.current = false
    const inError = form.current?.querySelectorAll<HTMLElement>(IN_ERROR) ?? []
    ;[...inError].find((control) => isMeant(control.getAttribute('name') ?? ''))?.focus()
  })
  return {
    form,
    /** To be called with the change of state that shows the errors. */
    leadToError() {
      isDue.current = true
    },
  }
}
