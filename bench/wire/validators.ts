import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Schema = Record<string, unknown>

/** What is wrong with a value, one sentence each; none where it is as described. */
export type Check = (value: unknown) => string[]

/** Values of a form, a query or a header are `text`, which stands for numbers and booleans too. */
export type Compile = (schema: Schema, values: 'json' | 'text') => Check

/** Compiles schemas that may refer to others of the same document by `#/components/schemas/…`. */
export function openCompiler(schemas: Record<string, Schema>): Compile {
  const open = (coerceTypes: boolean) => {
    const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, coerceTypes })
    addFormats.default(ajv)
    return ajv.addSchema({ components: { schemas } }, 'document')
  }
  const ajvs = { json: open(false), text: open(true) }
  return (schema, values) => compileLazily(ajvs[values], schema)
}

/** Compiled when it is first asked: most of a description is never used. */
function compileLazily(ajv: Ajv2020, schema: Schema): Check {
  let run: ValidateFunction | undefined
  return (value) => {
    run ??= ajv.compile(inDocument(schema))
    // Coercion changes what it is given.
    return run(structuredClone(value)) ? [] : (run.errors ?? []).map(sentenceOf)
  }
}

function inDocument(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'))
}

function sentenceOf({ instancePath, message, params, keyword }: ErrorObject): string {
  const beside = params.additionalProperty ?? params.allowedValues ?? ''
  const place = instancePath.replace(/\/\d+(?=\/|$)/g, '/n')
  const more = beside === '' ? '' : ` (${String(beside).slice(0, 80)})`
  return `${place || '/'} ${message ?? keyword}${more}`
}
