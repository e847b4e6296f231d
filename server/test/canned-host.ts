import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Movement, PaymentProvider } from '../src/features/payments/ports.ts'

export interface CannedCall {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface CannedHost {
  url: string
  /** What was asked, in its order. */
  calls: CannedCall[]
  close(): Promise<void>
}

/** A provider that gives documented answers which its sandbox never gives. */
export async function openCannedHost(
  answer: (call: CannedCall, before: readonly CannedCall[]) => { status?: number; body: object },
): Promise<CannedHost> {
  const calls: CannedCall[] = []
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = request
    const call = { method, path, query, headers, body: await text(request) }
    const { status = 200, body } = answer(call, calls)
    calls.push(call)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** All that a provider reports of a span. */
export async function movementsOf(
  provider: Pick<PaymentProvider, 'listMovements'>,
  span: { from: Date; until: Date },
): Promise<Movement[]> {
  const movements: Movement[] = []
  for await (const movement of provider.listMovements(span)) movements.push(movement)
  return movements
}
