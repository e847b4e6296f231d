import { bodyExamples, featureDescriptions } from '@almanac/contract/document'
import type { Actor, Endpoint } from '@almanac/contract/endpoint'
import type { z } from 'zod'
import { type Json, schemaOf } from './json-schema.ts'
import { type Failures, responsesOf } from './openapi-answers.ts'
import { sessionCookieName } from './session.ts'

/** The OpenAPI 3.1 document of the given endpoints, made from the contract alone. */
export function openApiDocument(endpoints: Readonly<Record<string, Endpoint>>, serverUrl: string): Json {
  const failures: Failures = { responses: new Map(), schemas: new Map() }
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = templateOf(endpoint)
    const described = operation(name, endpoint, failures, sessionCookieName(serverUrl))
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described }
  }
  const features = [...new Set(Object.keys(endpoints).map(featureOf))].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: '1.0.0',
      summary: 'Readings and daily texts, paid in tokens.',
      description: introduction,
      contact: { name: 'Almanac', url: `${serverUrl}/docs` },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl, description: 'This server' }],
    externalDocs: { url: `${serverUrl}/docs`, description: 'The same to read' },
    tags: features.map((name) => ({ name, description: featureDescriptions[name] })),
    paths,
    components: {
      schemas: Object.fromEntries(failures.schemas),
      responses: Object.fromEntries(failures.responses),
      securitySchemes: securitySchemes(serverUrl),
    },
  }
}

const introduction = `
A session is a cookie: log in by \`login\` or \`adminLogin\`, and send back what the answer sets.

A write (POST, PUT, DELETE) echoes the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. Any answer sets this cookie
to a client that has none which is good for its session: begin with any GET, and use the new one after each login and
logout. An \`Origin\`, where it is sent, must be that of this server.

A failure has a sentence for people in \`message\`, a name for programs in \`code\`, and the \`requestId\`. Status 400
also has \`errorMessageList\`: a sentence for each field that is wrong. Some have a flag of their own, which is \`true\`, and
fields that go with it. A method that an address does not take is 405 with \`Allow\`. 429 and 503 say in \`Retry-After\`
after how many seconds to try again.

Ids and tokens are whole numbers. Money is US dollars with two decimals at the most. Instants are ISO 8601 in UTC; days
are \`YYYY-MM-DD\` in the zone of the tenant. Lists come in pages of \`{ totalItems, totalPages, currentPage, data }\`.
Another tenant's or person's thing is answered as one that does not exist: 404.
`.trim()

function securitySchemes(serverUrl: string): Json {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(serverUrl),
      description:
        'Set by `login` and `adminLogin`, cleared by `logout`. Its name is `__Host-sid` where the server is reached ' +
        'by https, and `sid` by http.',
    },
    csrfCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'XSRF-TOKEN',
      description: 'Set by any answer to a client that has none which is good for its session.',
    },
    csrfHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-XSRF-TOKEN',
      description: 'The value of the cookie `XSRF-TOKEN`, as this server issued it for this session.',
    },
  }
}

const featureOf = (name: string) => name.split('.')[0] ?? ''

function templateOf({ path, segments = {} }: Endpoint): string {
  const rest = Object.keys(segments).map((name) => `{${name}}`)
  return path.replace(/:(\w+)/g, '{$1}').replace('*', rest.join('/'))
}

function operation(name: string, endpoint: Endpoint, failures: Failures, cookieName: string): Json {
  const needs = {
    ...(endpoint.actor === 'public' ? {} : { session: [] }),
    ...(endpoint.method === 'GET' ? {} : { csrfCookie: [], csrfHeader: [] }),
  }
  return {
    operationId: name.split('.')[1] ?? name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [featureOf(name)],
    security: Object.keys(needs).length > 0 ? [needs] : [],
    parameters: parametersOf(endpoint),
    ...(endpoint.body || endpoint.files ? { requestBody: requestBodyOf(name, endpoint) } : {}),
    responses: responsesOf(endpoint, failures, cookieName),
  }
}

const people = { admin: 'an admin', customer: 'an operator of the tenant', consumer: 'a consumer' } as const

function describe(endpoint: Endpoint): string {
  const sentences = [`For ${describeActor(endpoint.actor)}.`]
  const isOfAdmins = endpoint.actor.length === 1 && endpoint.actor[0] === 'admin'
  if (isOfAdmins && endpoint.path.includes(':consumerId'))
    sentences.push('The consumer in the path must be one of the tenant in it.')
  if (!isOfAdmins && endpoint.actor !== 'public' && endpoint.path.includes(':customerUrl'))
    sentences.push('The tenant in the path must be that of the session.')
  if (!isOfAdmins && endpoint.path.includes(':consumerId'))
    sentences.push('The consumer in the path must be that of the session.')
  if (endpoint.changesState) sentences.push('Refused to pages of other sites, since it changes something.')
  if (endpoint.idempotent)
    sentences.push(
      'With an `Idempotency-Key`, a repeat of the same body is answered as the first; another body is 409.',
    )
  if (endpoint.content) sentences.push('HEAD answers the same headers without the content.')
  return sentences.join(' ')
}

function describeActor(actor: Actor): string {
  if (actor === 'public') return 'anybody, signed in or not'
  if (actor === 'signed-in') return 'anybody who is signed in'
  return actor.map((role) => people[role]).join(' or ')
}

function parametersOf(endpoint: Endpoint): Json[] {
  const { segments = {}, content } = endpoint
  const text = { type: 'string' }
  const header = (name: string, description: string, schema: Json = text) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  })
  return [
    ...fieldsOf(endpoint.params, 'path'),
    ...Object.entries(segments).map(([name, description]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: text,
    })),
    ...fieldsOf(endpoint.query, 'query'),
    ...(content?.takesRange
      ? [header('Range', 'One part of the content, as `bytes=0-1023`; several are answered by the whole.')]
      : []),
    ...(content?.hasTag ? [header('If-None-Match', 'The `ETag` of what the client has already.')] : []),
    ...(endpoint.idempotent
      ? [
          header('Idempotency-Key', 'A random name of this attempt, the same for its repeats.', {
            ...text,
            minLength: 1,
            maxLength: 255,
            pattern: '^[\\x21-\\x7e]+$',
          }),
        ]
      : []),
  ]
}

function fieldsOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {})
    .filter(([name]) => name !== '*')
    .map(([name, field]) => {
      const { description, ...json } = schemaOf(field as z.ZodType, 'input')
      return {
        name,
        in: place,
        required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
        ...(description === undefined ? {} : { description }),
        schema: json,
      }
    })
}

/** Where no file is required, JSON will do as well as a form. */
function requestBodyOf(name: string, { body, files }: Endpoint): Json {
  const fields: Json = body ? schemaOf(body, 'input') : { type: 'object' }
  const example = bodyExamples[name]
  const json = { schema: fields, ...(example === undefined ? {} : { example }) }
  const takesNothing = body?.safeParse({}).success ?? true
  if (!files) return { required: !takesNothing, content: { 'application/json': json } }
  const required = Object.entries(files).flatMap(([field, { required }]) => (required ? [field] : []))
  const form = {
    schema: {
      ...fields,
      properties: { ...(fields.properties as Json | undefined), ...filesOf(files) },
      required: [...((fields.required as string[] | undefined) ?? []), ...required],
    },
    encoding: Object.fromEntries(
      Object.entries(files).flatMap(([field, { mediaTypes }]) =>
        mediaTypes ? [[field, { contentType: mediaTypes.join(', ') }]] : [],
      ),
    ),
  }
  return {
    required: true,
    content: { 'multipart/form-data': form, ...(required.length > 0 ? {} : { 'application/json': json }) },
  }
}

function filesOf(files: NonNullable<Endpoint['files']>): Json {
  const bytes = new Intl.NumberFormat('en-US')
  return Object.fromEntries(
    Object.entries(files).map(([field, { maxBytes }]) => [
      field,
      { type: 'string', format: 'binary', description: `At most ${bytes.format(maxBytes)} bytes.` },
    ]),
  )
}
