import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { json } from 'node:stream/consumers'

interface Options {
  /** Name that the certificate is for; it is looked for on this machine. */
  domain: string
  /** Certificate that is believed. */
  ca: string
}

/** A file of a form. */
export interface FormFile {
  field: string
  name: string
  type: string
  content: Buffer
}

/** A browser as far as the wire goes: it keeps its cookies, and sends the CSRF token that it was given. */
export class HttpsClient {
  readonly #options: Options
  readonly #agent: Agent
  readonly #cookies = new Map<string, string>()

  constructor(options: Options) {
    this.#options = options
    this.#agent = new Agent({ ca: options.ca, servername: options.domain, keepAlive: true })
  }

  get<Body>(path: string): Promise<Body> {
    return this.#send<Body>('GET', path)
  }

  send<Body>(method: 'POST' | 'PUT', path: string, body: object): Promise<Body> {
    return this.#send<Body>(method, path, JSON.stringify(body), 'application/json')
  }

  async upload<Body>(path: string, fields: Record<string, unknown>, file: FormFile): Promise<Body> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    form.set(file.field, new File([new Uint8Array(file.content)], file.name, { type: file.type }))
    const packed = new Response(form)
    const type = packed.headers.get('content-type') ?? ''
    return this.#send<Body>('POST', path, Buffer.from(await packed.arrayBuffer()), type)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** @throws Error for an answer that is no success. */
  #send<Body>(method: string, path: string, body?: string | Buffer, type?: string): Promise<Body> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const xsrf = [...this.#cookies].find(([name]) => name.endsWith('XSRF-TOKEN'))?.[1] ?? ''
    const headers = {
      host: this.#options.domain,
      cookie,
      'x-xsrf-token': decodeURIComponent(xsrf),
      'idempotency-key': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: 443, method, path, headers, agent: this.#agent },
        (answer) => {
          for (const one of answer.headers['set-cookie'] ?? []) {
            const [pair = ''] = one.split(';')
            const at = pair.indexOf('=')
            this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
          }
          json(answer).then((told) => {
            const { statusCode = 0 } = answer
            if (statusCode < 300) resolve(told as Body)
            else reject(new Error(`${method} ${path} was answered ${statusCode}: ${JSON.stringify(told)}`))
          }, reject)
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
  }
}
