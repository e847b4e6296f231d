import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Schema = Record<string, unknown>

/** What is wrong with a value, one sentence each; none where it is as described. */
export type Check = (value: unknown) => string[]

export interface Validators {
  /**
   * Compiles schemas that may refer to others of the same document by `#/components/schemas/…`. Values of a form, a query or
   * a header are `text`, which stands for numbers and booleans too.
   */
  of(schemas: Record<string, Schema>): (schema: Schema, values: 'json' | 'text') => Check
}

/** As much of ajv, which is no dependency of the project, as is used here. */
interface Ajv {
  addSchema(schema: Schema, key: string): void
  compile(schema: Schema): { (value: unknown): boolean; errors?: AjvError[] | null }
}

interface AjvError {
  instancePath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
}

/** What is to be installed into the folder. */
export const packages = ['ajv@8.20.0', 'ajv-formats@3.0.1']

/** @param folder where the packages are installed */
export function loadValidators(folder: string): Validators {
  const load = createRequire(join(folder, 'package.json'))
  const { Ajv2020 } = load('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv }
  const { default: addFormats } = load('ajv-formats') as { default: (ajv: Ajv) => void }
  return {
    of(schemas) {
      const open = (coerceTypes: boolean) => {
        const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, coerceTypes })
        addFormats(ajv)
        ajv.addSchema({ components: { schemas } }, 'document')
        return ajv
      }
      const ajvs = { json: open(false), text: open(true) }
      return (schema, values) => compile(ajvs[values], schema)
    },
  }
}

/** Compiled when it is first asked: most of a description is never used. */
function compile(ajv: Ajv, schema: Schema): Check {
  let run: ReturnType<Ajv['compile']> | undefined
  return (value) => {
    run ??= ajv.compile({ $id: `schema-${++compiled}`, ...inDocument(schema) })
    // Coercion changes what it is given; a value by itself has to stand in something.
    return run(structuredClone(value)) ? [] : (run.errors ?? []).map(sentenceOf)
  }
}
let compiled = 0

function inDocument(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'))
}

function sentenceOf({ instancePath, message, params, keyword }: AjvError): string {
  const beside = params.additionalProperty ?? params.allowedValues ?? ''
  const place = instancePath.replace(/\/\d+(?=\/|$)/g, '/n')
  const more = beside === '' ? '' : ` (${String(beside).slice(0, 80)})`
  return `${place || '/'} ${message ?? keyword}${more}`
}
