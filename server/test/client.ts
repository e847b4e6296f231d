import type { FastifyInstance, InjectOptions } from 'fastify'

export interface TestResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  raw: Buffer
  headers: Record<string, string | string[] | number | undefined>
}

interface Options {
  headers?: Record<string, string>
  query?: Record<string, string | string[]>
  /** The address that the request comes from; this machine's own unless given. */
  remoteAddress?: string
}

/** A browser as far as the wire goes: keeps cookies and echoes the CSRF token. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get(url: string, options: Options = {}): Promise<TestResponse> {
    return this.send({ method: 'GET', url, ...options })
  }

  post(url: string, payload?: unknown, options: Options = {}): Promise<TestResponse> {
    return this.#write('POST', url, payload, options)
  }

  put(url: string, payload?: unknown, options: Options = {}): Promise<TestResponse> {
    return this.#write('PUT', url, payload, options)
  }

  delete(url: string, options: Options = {}): Promise<TestResponse> {
    return this.#write('DELETE', url, undefined, options)
  }

  /** Sends fields and one file as multipart. */
  upload(
    url: string,
    fields: Record<string, string>,
    file: { field: string; name: string; type: string; content: Buffer },
    { method = 'POST', headers = {} }: { method?: 'POST' | 'PUT'; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> {
    const boundary = '----almanac-test-boundary'
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`
    const payload = Buffer.concat([
      Buffer.from(parts.join('') + head),
      file.content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    return this.#write(method, url, payload, {
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
  }

  async #write(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload: unknown,
    options: Options,
  ): Promise<TestResponse> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.get('/v1/token-validity')
    return this.send({
      method,
      url,
      ...options,
      headers: { 'x-xsrf-token': this.cookies.get('XSRF-TOKEN') ?? '', ...options.headers },
      ...(payload === undefined ? {} : { payload: payload as InjectOptions['payload'] }),
    })
  }

  async send(options: InjectOptions): Promise<TestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#app.inject({
      ...options,
      headers: { ...(cookie ? { cookie } : {}), ...options.headers },
    })
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() === 0)
      if (isGone) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      body: isJson && response.rawPayload.length > 0 ? response.json() : response.body,
      raw: response.rawPayload,
      headers: response.headers,
    }
  }
}
