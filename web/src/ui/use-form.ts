import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { FormSchema, SchemaResult } from './form-schema.ts'
import { formatPhone } from './phone-number.ts'
import { useChecked } from './use-checked.ts'
import { useErrorFocus } from './use-error-focus.ts'

export type FormErrors<Values> = Partial<Record<keyof Values & string, string>>

interface FormOptions<Values, Output> {
  initial: Values
  /** Checks all values; a message's path names the field it stands under. */
  schema: FormSchema<Output>
  /** Gets what the schema made of the values. Puts the server's field errors back with `form.setErrors`. */
  onSubmit: (
    output: Output,
    form: { setErrors: (errors: FormErrors<Values>) => void },
  ) => Promise<unknown> | unknown
}

/** The first message of each field. */
export function fieldErrors<Values>(result: SchemaResult<unknown>): FormErrors<Values> {
  const errors: Record<string, string> = {}
  for (const issue of result.issues ?? []) {
    const step = issue.path?.[0]
    const name = String(typeof step === 'object' ? step.key : (step ?? ''))
    errors[name] ??= issue.message
  }
  return errors as FormErrors<Values>
}

/** What the server refused, and what is wrong with fields that were left. */
function shownErrors<Values>(
  found: FormErrors<Values>,
  refused: FormErrors<Values>,
  left: ReadonlySet<string>,
): FormErrors<Values> {
  const ofLeft = Object.entries(found).filter(([name]) => left.has(name))
  return { ...Object.fromEntries(ofLeft), ...refused } as FormErrors<Values>
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * A form's values, errors and pending state. A field's error shows once it has been left or the form was
 * submitted, and goes as soon as the value is right. Bind fields with `field` (text, select), `phone` (written
 * as screens do once it was left), `check` (boxes) and `custom` (code, dates), and the submit button with `submitButton`. The focus goes to what is refused: the button that
 * was pressed is disabled by it.
 */
export function useForm<Values extends object, Output>(options: FormOptions<Values, Output>) {
  type Name = keyof Values & string
  const [values, setValues] = useState(options.initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<FormErrors<Values>>({})
  const [pending, setPending] = useState(false)
  const busy = useRef(false)

  const changed = (Object.keys(values) as Name[]).some((name) => values[name] !== options.initial[name])
  const checked = useChecked(options.schema, values, changed || left.size > 0)
  const found = fieldErrors<Values>(checked.now)
  const shown = shownErrors(found, refused, left)

  // A field that is only highlighted with another one, as the user beside a wrong password, is not meant.
  const { form, leadToError } = useErrorFocus((name) => !(name in values) || name in shown)
  const hasErrors = Object.keys(shown).length > 0

  function set<Field extends Name>(name: Field, value: Values[Field]) {
    setValues((before) => ({ ...before, [name]: value }))
    setRefused(({ [name]: _gone, ...others }) => others as FormErrors<Values>)
  }
  function setErrors(errors: FormErrors<Values>) {
    setRefused(errors)
    if (Object.keys(errors).length > 0) leadToError()
  }
  const leave = (name: Name) => setLeft((before) => new Set(before).add(name))

  async function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault()
    form.current = event?.currentTarget ?? null
    if (busy.current) return
    busy.current = true
    try {
      const whole = checked.whole()
      if (whole instanceof Promise) setPending(true)
      const result = whole instanceof Promise ? await whole : whole
      if (result === null) return
      setLeft(new Set([...Object.keys(values), ...Object.keys(fieldErrors(result))]))
      if (result.issues) return leadToError()
      setPending(true)
      await options.onSubmit(result.value, { setErrors })
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  return {
    values,
    errors: shown,
    pending,
    /** False while a field shows an error or the request is pending. */
    canSubmit: !pending && !hasErrors,
    /** To be spread on the form's submit button. */
    submitButton: { type: 'submit' as const, pending, disabled: hasErrors && !pending },
    /** Whether any value differs from the first ones. */
    changed,
    set,
    setErrors,
    submit,
    reset(next: Values = options.initial) {
      setValues(next)
      setLeft(new Set())
      setRefused({})
    },
    ...bindingsOf<Values>({ values, shown, set, leave, setValues }),
  }
}

interface Bound<Values> {
  values: Values
  shown: FormErrors<Values>
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
  leave: (name: keyof Values & string) => void
  setValues: (change: (before: Values) => Values) => void
}

/** What is spread on fields, by their kind. */
function bindingsOf<Values extends object>({ values, shown, set, leave, setValues }: Bound<Values>) {
  type Name = keyof Values & string
  const field = (name: Name) => ({
    name,
    value: String(values[name] ?? ''),
    error: shown[name],
    onChange: (event: ChangeEvent<TextControl>) => set(name, event.target.value as Values[Name]),
    onBlur: () => leave(name),
  })

  return {
    field,
    phone: (name: Name) => ({
      ...field(name),
      type: 'tel',
      onBlur: () => {
        leave(name)
        setValues((before) => ({ ...before, [name]: formatPhone(String(before[name])) }))
      },
    }),
    check: (name: Name) => ({
      name,
      checked: Boolean(values[name]),
      error: shown[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        set(name, event.target.checked as Values[Name])
        leave(name)
      },
    }),
    custom: <Field extends Name>(name: Field) => ({
      value: values[name],
      error: shown[name],
      onChange: (value: Values[Field]) => {
        set(name, value)
        leave(name)
      },
    }),
  }
}
