import type { Check, Schema } from './validators.ts'

/** A check that counts a field which the schema does not name as wrong, where nothing else is. */
export function namedAlone(schemas: Record<string, Schema>, schema: Schema, check: Check): Check {
  return (value) => {
    const wrong = check(value)
    return wrong.length > 0 ? wrong : unnamedFields(schemas, schema, value)
  }
}

/**
 * The fields of a value that no schema names, as sentences: most descriptions allow any, and a misspelled one would pass.
 * An object of which nothing is named is open by intent.
 */
export function unnamedFields(
  schemas: Record<string, Schema>,
  schema: Schema,
  value: unknown,
  at = '',
): string[] {
  return look(partsOf(schemas, [schema]), value, at)

  function look(parts: readonly Schema[], inner: unknown, place: string): string[] {
    if (Array.isArray(inner)) {
      const items = partsOf(schemas, parts.map(({ items: one }) => one).filter(isSchema))
      return inner.flatMap((item) => look(items, item, `${place}/n`))
    }
    if (!isSchema(inner)) return []
    const named = parts.map(({ properties }) => properties).filter(isSchema)
    if (named.length === 0 || parts.some(({ additionalProperties }) => additionalProperties)) return []
    return Object.entries(inner).flatMap(([key, field]) => {
      const fitting = named.map((properties) => properties[key]).filter(isSchema)
      if (fitting.length === 0) return [`${place}/${key} is no field that is named`]
      return look(partsOf(schemas, fitting), field, `${place}/${key}`)
    })
  }
}

/** The schemas with all that they are put together from. */
function partsOf(schemas: Record<string, Schema>, given: readonly Schema[]): Schema[] {
  return given.flatMap((schema) => {
    const referred =
      typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined
    const inner = [referred, schema.allOf, schema.anyOf, schema.oneOf].flat().filter(isSchema)
    return [schema, ...partsOf(schemas, inner)]
  })
}

function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
