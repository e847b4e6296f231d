import { z } from 'zod'

export type Json = Record<string, unknown>

/** Formats that say more to a reader than the pattern that checks them. */
const spokenFormats: ReadonlySet<unknown> = new Set(['date-time', 'date', 'email'])

/** The JSON Schema (2020-12) of what a client may send (`input`) or is answered (`output`). */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // What is read from text would lose it.
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema._zod.def.defaultValue as never
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (spokenFormats.has(jsonSchema.format) || needsUnicode(jsonSchema.pattern)) delete jsonSchema.pattern
    },
  }) as Json
  return json
}

/** Not every validator reads a pattern as one of Unicode, and those that do not refuse what is right. */
function needsUnicode(pattern: string | undefined): boolean {
  return pattern !== undefined && /\\p\{/i.test(pattern)
}
