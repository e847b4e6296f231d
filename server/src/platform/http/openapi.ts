import type { Actor, Endpoint } from '@almanac/contract/endpoint'
import { commonErrors, type ErrorCode, errorCatalogue } from '@almanac/contract/errors'
import { failure } from '@almanac/contract/primitives'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the given endpoints, made from the contract alone. */
export function openApiDocument(endpoints: Readonly<Record<string, Endpoint>>, serverUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Almanac', version: '1.0.0', description: 'Readings and daily texts, paid in tokens.' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { Failure: schemaOf(failure, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  }
}

function operation(name: string, endpoint: Endpoint): Json {
  const [feature] = name.split('.')
  return {
    operationId: name.replace('.', '_'),
    summary: endpoint.summary,
    description: describeActor(endpoint.actor),
    tags: [feature],
    security: endpoint.actor === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body || endpoint.files ? { requestBody: requestBodyOf(endpoint) } : {}),
    responses: responsesOf(endpoint),
  }
}

function describeActor(actor: Actor): string {
  if (actor === 'public') return 'Open to anybody.'
  if (actor === 'signed-in') return 'For any signed-in user.'
  return `For: ${actor.join(', ')}.`
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }))
}

function headersOf(endpoint: Endpoint): Json[] {
  const text = { type: 'string' }
  return [
    ...(endpoint.method === 'GET'
      ? []
      : [{ name: 'X-XSRF-TOKEN', in: 'header', required: true, schema: text }]),
    ...(endpoint.idempotent
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: text }]
      : []),
  ]
}

function requestBodyOf(endpoint: Endpoint): Json {
  const fields = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'object' }
  if (!endpoint.files) return { required: true, content: { 'application/json': { schema: fields } } }
  const files = Object.keys(endpoint.files).map((name) => [name, { type: 'string', format: 'binary' }])
  const properties = { ...(fields.properties as Json | undefined), ...Object.fromEntries(files) }
  return { required: true, content: { 'multipart/form-data': { schema: { ...fields, properties } } } }
}

function responsesOf(endpoint: Endpoint): Json {
  const codes: ErrorCode[] = [...commonErrors, ...endpoint.errors]
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status)
  const failures = [...byStatus].map(([status, names]) => [
    String(status),
    {
      description: names.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('  \n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ])
  const success =
    endpoint.response === 'bytes'
      ? { description: 'The content.' }
      : {
          description: 'Done.',
          content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
        }
  return { [String(endpoint.status ?? 200)]: success, ...Object.fromEntries(failures) }
}
