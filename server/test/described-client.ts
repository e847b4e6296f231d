import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape, read as a stranger would
type Document = any

export interface DescribedInput {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
  /** Sent as multipart, where the operation takes it. */
  form?: Record<string, string | number | Blob>
}

export interface DescribedAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  /** Of an answer that is not JSON. */
  bytes: Uint8Array
}

interface Operation {
  path: string
  method: string
  pointer: string
  // biome-ignore lint/suspicious/noExplicitAny: see Document
  described: any
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * What any program could do that has nothing but the OpenAPI document: it takes the server's address, paths, places of
 * parameters, kinds of bodies, and the names of cookies and headers from there, sends no cookie that an operation does
 * not ask for, and holds every request and every answer against its description.
 */
export class DescribedClient {
  readonly cookies = new Map<string, string>()
  /** Every answer so far, as `operation status`. */
  readonly seen = new Set<string>()
  readonly #document: Document
  readonly #operations = new Map<string, Operation>()
  readonly #ajv: Ajv2020

  constructor(document: Document) {
    this.#document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
    addFormats.default(this.#ajv)
    this.#ajv.addFormat('binary', true)
    this.#ajv.addSchema(document, 'api')
    for (const [path, methods] of Object.entries<Document>(document.paths)) {
      for (const [method, described] of Object.entries<Document>(methods)) {
        const pointer = `/paths/${escapePointer(path)}/${method}`
        this.#operations.set(described.operationId, { path, method, pointer, described })
      }
    }
  }

  get operationIds(): string[] {
    return [...this.#operations.keys()]
  }

  /** Calls an operation. @throws Error where the request or its answer is not as described. */
  async call(operationId: string, input: DescribedInput = {}): Promise<DescribedAnswer> {
    const operation = this.#operations.get(operationId)
    if (!operation) throw new Error(`There is no operation ${operationId}`)
    const url = new URL(this.#document.servers[0].url + fillPath(operation, input.path ?? {}))
    this.#checkParameters(operation, input)
    for (const [name, value] of Object.entries(input.query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
    }
    const response = await fetch(url, {
      method: operation.method.toUpperCase(),
      headers: { ...this.#credentials(operation), ...input.headers, ...contentType(input) },
      body: this.#bodyOf(operation, input),
      redirect: 'manual',
    })
    for (const text of response.headers.getSetCookie()) this.#keepCookie(text)
    return await this.check(operationId, response)
  }

  #keepCookie(text: string): void {
    const [pair = '', ...attributes] = text.split('; ')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    const isGone = attributes.some((one) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(one))
    if (isGone) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1))
  }

  #credentials({ described }: Operation): Record<string, string> {
    const headers: Record<string, string> = {}
    const cookies: string[] = []
    for (const scheme of Object.keys(described.security[0] ?? {})) {
      const { in: place, name, description } = this.#document.components.securitySchemes[scheme]
      // A header that is a credential says in its description which cookie it repeats.
      const cookie = place === 'cookie' ? name : /`([^`]+)`/.exec(description)?.[1]
      const value = this.cookies.get(cookie)
      if (value === undefined) continue
      if (place === 'cookie') cookies.push(`${name}=${value}`)
      else headers[name] = decodeURIComponent(value)
    }
    return { ...headers, ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}) }
  }

  #checkParameters({ described, pointer }: Operation, input: DescribedInput): void {
    const given: Record<string, Record<string, unknown>> = {
      path: input.path ?? {},
      query: input.query ?? {},
      header: input.headers ?? {},
    }
    for (const [index, { in: place, name, required }] of described.parameters.entries()) {
      const value = given[place]?.[name]
      if (value === undefined && !required) continue
      this.#check(`${pointer}/parameters/${index}/schema`, value, `${place} ${name}`)
    }
    const isKnown = (place: string, name: string) =>
      described.parameters.some((one: Document) => one.in === place && one.name === name)
    for (const [place, values] of Object.entries(given)) {
      for (const name of Object.keys(values))
        if (!isKnown(place, name)) throw new Error(`${described.operationId} describes no ${place} ${name}`)
    }
  }

  #bodyOf({ described, pointer }: Operation, { body, form }: DescribedInput): FormData | string | null {
    if (form) {
      const part = new FormData()
      for (const [name, value] of Object.entries(form))
        part.append(name, typeof value === 'number' ? String(value) : value)
      const plain = Object.entries(form).map(([name, value]) => [name, value instanceof Blob ? '' : value])
      const at = `${pointer}/requestBody/content/multipart~1form-data/schema`
      this.#check(at, Object.fromEntries(plain), 'form')
      return part
    }
    if (body === undefined) {
      if (described.requestBody?.required) throw new Error(`${described.operationId} needs a body`)
      return null
    }
    this.#check(`${pointer}/requestBody/content/application~1json/schema`, body, 'body')
    return JSON.stringify(body)
  }

  /** Reads an answer of an operation. @throws Error where it is not as described. */
  async check(name: string, response: Response): Promise<DescribedAnswer> {
    const operation = this.#operations.get(name)
    if (!operation) throw new Error(`There is no operation ${name}`)
    const { status, headers } = response
    this.seen.add(`${name} ${status}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { described, pointer } = this.#resolve(`${operation.pointer}/responses/${status}`)
    const what = `${name} ${status}`
    if (!described)
      throw new Error(`${what} is not described: ${Buffer.from(bytes).toString().slice(0, 300)}`)
    for (const [header, { schema }] of Object.entries<Document>(described.headers ?? {})) {
      const value = headers.get(header)
      if (value === null) throw new Error(`${what} has no ${header}`)
      const isNumber = schema.type === 'integer'
      this.#check(
        `${pointer}/headers/${header}/schema`,
        isNumber ? Number(value) : value,
        `${what} ${header}`,
      )
    }
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (!described.content) {
      if (bytes.length > 0) throw new Error(`${what} has a body that is not described`)
      return { status, headers, body: undefined, bytes }
    }
    if (!described.content[type]) throw new Error(`${what} is described as no ${type}`)
    const body = type === 'application/json' ? JSON.parse(Buffer.from(bytes).toString()) : undefined
    if (body !== undefined) this.#check(`${pointer}/content/application~1json/schema`, body, what)
    return { status, headers, body, bytes }
  }

  #resolve(pointer: string): { described: Document; pointer: string } {
    const described = pointer
      .split('/')
      .slice(1)
      .reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], this.#document)
    return described?.$ref ? this.#resolve(described.$ref.slice(1)) : { described, pointer }
  }

  #check(pointer: string, value: unknown, what: string): void {
    const uri = pointer.split('/').map(encodeURIComponent).join('/')
    const validate = this.#ajv.getSchema(`api#${uri}`)
    if (!validate) throw new Error(`${what} has no schema at ${pointer}`)
    if (!validate(value))
      throw new Error(
        `${what} is not as described: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`,
      )
  }
}

function fillPath({ path }: Operation, values: Record<string, string | number>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

function contentType({ body }: DescribedInput): Record<string, string> {
  return body === undefined ? {} : { 'content-type': 'application/json' }
}
