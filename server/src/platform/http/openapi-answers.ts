import { failureFields } from '@almanac/contract/document'
import type { ByteContent, Endpoint } from '@almanac/contract/endpoint'
import { type ErrorCode, type ErrorKind, errorCatalogue } from '@almanac/contract/errors'
import { failure } from '@almanac/contract/primitives'
import { type Json, schemaOf } from './json-schema.ts'

/** The failures that were described so far, by their names: most are the same for many operations. */
export interface Failures {
  readonly responses: Map<string, Json>
  readonly schemas: Map<string, Json>
}

/** Every answer of an operation, those of the pipeline and of the connection among them. */
export function responsesOf(endpoint: Endpoint, failures: Failures, cookieName: string): Json {
  const byStatus = Map.groupBy(
    new Set([...pipelineErrors(endpoint), ...endpoint.errors]),
    (code) => errorCatalogue[code].status,
  )
  return {
    ...successOf(endpoint, cookieName),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [String(status), describeFailure(status, codes, failures)]),
    ),
  }
}

/** What the server answers before the use case is asked, by what the endpoint takes. */
function pipelineErrors(endpoint: Endpoint): ErrorCode[] {
  const isWrite = endpoint.method !== 'GET'
  const namesThings = endpoint.params ?? [endpoint.query, endpoint.body].some(hasId)
  return [
    'invalid_input',
    ...(endpoint.actor === 'public' ? [] : (['unauthenticated'] as const)),
    ...(typeof endpoint.actor === 'string' ? [] : (['forbidden'] as const)),
    ...(isWrite || endpoint.changesState ? (['csrf'] as const) : []),
    ...(namesThings ? (['not_found'] as const) : []),
    'request_timeout',
    ...(isWrite ? (['too_large', 'unsupported_media_type'] as const) : []),
    'expectation_failed',
    'rate_limited',
    'headers_too_large',
    'internal',
    'unavailable',
  ]
}

function hasId(schema: Endpoint['body']): boolean {
  return schema !== undefined && 'shape' in schema && Object.keys(schema.shape as object).some(isIdName)
}

const isIdName = (name: string) => /Id$|^category$/.test(name)

const text = { type: 'string' }
const retryAfter = {
  description: 'After how many seconds trying again makes sense.',
  schema: { type: 'integer', minimum: 0 },
}

function describeFailure(
  status: number,
  codes: readonly ErrorCode[],
  { responses, schemas }: Failures,
): Json {
  const name = codes.map(pascalCase).join('Or')
  if (!responses.has(name)) {
    const mapping = Object.fromEntries(codes.map((code) => [code, describeCode(code, schemas)]))
    const refs = Object.values(mapping).map(($ref) => ({ $ref }))
    const schema =
      refs.length === 1 ? refs[0] : { oneOf: refs, discriminator: { propertyName: 'code', mapping } }
    responses.set(name, {
      description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('  \n'),
      ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
      content: { 'application/json': { schema } },
    })
  }
  return { $ref: `#/components/responses/${name}` }
}

/** Describes one failure: what all have, its own code and flag, and the fields that it carries beside them. */
function describeCode(code: ErrorCode, schemas: Map<string, Json>): string {
  const name = `${pascalCase(code)}Failure`
  if (!schemas.has(name)) {
    const { message, flag }: ErrorKind = errorCatalogue[code]
    const common = schemaOf(failure, 'output')
    const extra = failureFields[code]
    const own: Json = extra ? schemaOf(extra, 'output') : {}
    schemas.set(name, {
      type: 'object',
      description: message,
      properties: {
        ...(common.properties as Json),
        code: { const: code },
        ...(flag ? { [flag]: { const: true, description: 'The flag of this failure.' } } : {}),
        ...(own.properties as Json | undefined),
      },
      required: [
        ...(common.required as string[]),
        ...(flag ? [flag] : []),
        ...((own.required as string[] | undefined) ?? []),
      ],
    })
  }
  return `#/components/schemas/${name}`
}

const pascalCase = (code: string) =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

function successOf(endpoint: Endpoint, cookieName: string): Json {
  if (endpoint.response === 'bytes') return bytesOf(endpoint.content ?? { mediaTypes: [anyBytes] })
  const status = endpoint.status ?? 200
  return {
    [String(status)]: {
      description: status === 201 ? 'Created.' : 'Done.',
      ...(endpoint.session ? { headers: { 'Set-Cookie': sessionHeader(endpoint.session, cookieName) } } : {}),
      content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
    },
  }
}

const anyBytes = 'application/octet-stream'

function sessionHeader(session: 'starts' | 'ends', cookieName: string): Json {
  const description =
    session === 'starts'
      ? `Sets \`${cookieName}\`, and \`XSRF-TOKEN\` anew for it.`
      : `Clears \`${cookieName}\`, and sets \`XSRF-TOKEN\` anew for who is signed out.`
  return { description, schema: text }
}

function bytesOf({ mediaTypes, takesRange = false, hasTag = false }: ByteContent): Json {
  const content = Object.fromEntries(
    mediaTypes.map((type) => [
      type,
      { schema: type.startsWith('text/') ? text : { type: 'string', format: 'binary' } },
    ]),
  )
  const tag = hasTag
    ? { ETag: { description: 'Names this content; see `If-None-Match`.', schema: text } }
    : {}
  const length = { 'Content-Length': { description: 'In bytes.', schema: { type: 'integer', minimum: 0 } } }
  const ranges =
    takesRange || hasTag ? { 'Accept-Ranges': { description: '`bytes`.', schema: { const: 'bytes' } } } : {}
  const range = (description: string) => ({ 'Content-Range': { description, schema: text } })
  const isFile = takesRange || hasTag
  return {
    '200': {
      description: isFile ? 'The whole content.' : 'The content, for as long as the client listens.',
      ...(isFile ? { headers: { ...length, ...ranges, ...tag } } : {}),
      content,
    },
    ...(takesRange
      ? {
          '206': {
            description: 'The part that `Range` asks for.',
            headers: { ...length, ...ranges, ...range('Which part this is: `bytes 0-1023/4096`.') },
            content,
          },
          '416': {
            description: 'There is no such part.',
            headers: range('How long the content is: `bytes */4096`.'),
          },
        }
      : {}),
    ...(hasTag ? { '304': { description: 'The client has it already.', headers: tag } } : {}),
  }
}
