/** The part of Standard Schema that a form needs; every zod schema has it. */
export interface FormSchema<Output> {
  '~standard': {
    validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    types?: { output: Output } | undefined
  }
}

export type SchemaResult<Output> =
  | { value: Output; issues?: undefined }
  | {
      issues: readonly {
        message: string
        path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
      }[]
    }

/**
 * The rules of a form that is seen before they are there: they are fetched when it first asks for them, and answer by a
 * promise until then. It rejects where they can't be had; whoever asks next has them fetched again.
 */
export function laterSchema<Output>(load: () => Promise<FormSchema<Output>>): FormSchema<Output> {
  let there: FormSchema<Output> | undefined
  let loading: Promise<FormSchema<Output>> | undefined
  async function fetchThem() {
    try {
      loading ??= load()
      there = await loading
      return there
    } finally {
      loading = undefined
    }
  }
  return {
    '~standard': {
      validate: (values) =>
        there?.['~standard'].validate(values) ??
        fetchThem().then((schema) => schema['~standard'].validate(values)),
    },
  }
}
