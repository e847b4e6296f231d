import { Agent, request } from 'node:http'

export interface HttpAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** A client that keeps its connections, and costs as little as Node allows. */
export function createHttpClient(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
  const { hostname, port } = new URL(origin)
  return {
    send(
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: string,
    ): Promise<HttpAnswer> {
      return new Promise((resolve, reject) => {
        const sent = request(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: body ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers,
          },
          (response) => {
            response.resume()
            response.once('end', () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers }),
            )
            response.once('error', reject)
          },
        )
        sent.once('error', reject)
        sent.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}
