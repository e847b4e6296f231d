import { readFile } from 'node:fs/promises'
import { namedAlone } from './unnamed-fields.ts'
import { type Check, type Compile, openCompiler, type Schema } from './validators.ts'

export const providers = ['stripe', 'paypal', 'twilio'] as const
export type Provider = (typeof providers)[number]

/** Where a value of a request stands that is no part of its body. */
type Place = 'path' | 'query' | 'header'

interface Parameter {
  name: string
  in: Place
  required?: boolean
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

interface DescribedOperation {
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content } | Reference>
}

interface Reference {
  $ref: string
}

/** The parts of an OpenAPI document that are read here. */
interface Document {
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>
  paths: Record<string, Record<string, DescribedOperation> & { servers?: { url: string }[] }>
}

/** One call as its provider describes it. */
export interface Operation {
  /** E.g. `POST /v2/checkout/orders/{id}/capture`. */
  name: string
  method: string
  /** What its path looks like, its parameters as named groups. */
  path: RegExp
  parameters: (Omit<Parameter, 'schema'> & { check: Check })[]
  body: BodyRule | null
  /** By status; `default` for any other. */
  answers: Record<string, AnswerRule>
}

/** What a body must be; a field that is not named counts as wrong. */
export interface BodyRule {
  isRequired: boolean
  type: string
  check: Check
  schema: Schema
}

/** What an answer must be; no type where it has no body. */
export interface AnswerRule {
  type: string | null
  check: Check
  schema: Schema
}

export interface Description {
  operations: Operation[]
  /** Checks a body by a schema made here, which may refer to the description's. */
  check(schema: Schema): Check
  schemas: Record<string, Schema>
}

/** Reads an OpenAPI document of a provider. The stand-in has Twilio's host as the first part of a path. */
export async function readDescription(provider: Provider, file: string): Promise<Description> {
  const document = JSON.parse(await readFile(file, 'utf8')) as Document
  const { schemas } = document.components
  const compile = openCompiler(schemas)
  const operations = Object.entries(document.paths).flatMap(([path, { servers, ...calls }]) => {
    const host =
      provider === 'twilio' ? `/${new URL(servers?.[0]?.url ?? 'https://api.twilio.com').host}` : ''
    return Object.entries(calls).map(([method, call]) =>
      readOperation(document, compile, host, path, method, call),
    )
  })
  return { operations, schemas, check: (schema) => compile(schema, 'json') }
}

function readOperation(
  document: Document,
  compile: Compile,
  host: string,
  path: string,
  verb: string,
  call: DescribedOperation,
): Operation {
  const method = verb.toUpperCase()
  const [type, described] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  const form = type === 'application/json' ? 'json' : 'text'
  const parameters = (call.parameters ?? []).map((given) => {
    const { schema, ...rest } = resolve<Parameter>(document, given)
    return { ...rest, check: compile(schema, 'text') }
  })
  const compileNamed = (schema: Schema, values: 'json' | 'text') =>
    namedAlone(document.components.schemas, schema, compile(schema, values))
  const answers = Object.entries(call.responses).map(([status, given]) => {
    const [answerType, answer] =
      Object.entries(resolve<{ content?: Content }>(document, given).content ?? {})[0] ?? []
    const schema = answer?.schema ?? {}
    const rule = { type: answerType ?? null, check: compileNamed(schema, 'json'), schema }
    return [status, rule] as const
  })
  // Stripe's searches stand where ids do.
  const pattern = path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>(?!search$)[^/]+)')
  return {
    name: `${method} ${path}`,
    method,
    path: new RegExp(`^${host}${pattern}$`),
    parameters,
    body:
      described && type
        ? {
            isRequired: call.requestBody?.required === true,
            type,
            check: compileNamed(described.schema, form),
            schema: described.schema,
          }
        : null,
    answers: Object.fromEntries(answers),
  }
}

function resolve<Part>(document: Document, given: Part | Reference): Part {
  if (!(typeof given === 'object' && given !== null && '$ref' in given)) return given as Part
  const [, , kind = '', name = ''] = given.$ref.split('/')
  return document.components[kind]?.[name] as Part
}

/** The operation of a call; undefined where the description has none. */
export function operationOf(
  { operations }: Description,
  method: string,
  path: string,
): Operation | undefined {
  return operations.find((one) => one.method === method && one.path.test(path))
}
