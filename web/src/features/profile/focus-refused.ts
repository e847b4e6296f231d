/** Leads to the field that a refusal speaks of, once its message is on screen: the button that was pressed is disabled. */
export function focusRefused(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
