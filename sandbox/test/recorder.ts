import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Who was at work while a call was recorded: the product, or a test that speaks to the sandbox by itself. */
export type Caller = 'product' | 'sandbox'

/** A request as it went over the wire, and what came back. */
export interface RecordedCall {
  caller: Caller
  method: string
  /** With its query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** Null where the connection ended without one. */
  answer: { status: number; headers: IncomingHttpHeaders; body: string } | null
}

type Ports = { port: number; close: () => Promise<void> }

/**
 * Starts a sandbox, behind a recorder where WIRE_RECORDING names a folder, as `bench/wire.ts` does. The sandbox is told then
 * under which address it is reached; what is closed is both.
 */
export async function startRecorded<Sandbox extends Ports>(
  caller: Caller,
  start: (publicUrl: string) => Promise<Sandbox>,
): Promise<Sandbox> {
  const folder = process.env.WIRE_RECORDING
  if (!folder) return start('')
  const file = join(folder, `${process.pid}-${randomUUID()}.jsonl`)
  const record = (call: Omit<RecordedCall, 'caller'>) =>
    appendFileSync(file, `${JSON.stringify({ caller, ...call })}\n`)
  const recorder = await openRecorder(record)
  const sandbox = await start(`http://127.0.0.1:${recorder.port}`)
  recorder.lead(sandbox.port)
  const close = async () => {
    for (const event of await eventsOf(sandbox.port)) record(event)
    await recorder.close()
    await sandbox.close()
  }
  return { ...sandbox, port: recorder.port, close }
}

/** What the sandbox has told of since it was last emptied, as answers to nobody's call. */
async function eventsOf(port: number): Promise<Omit<RecordedCall, 'caller'>[]> {
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/control/state`)
  const { data } = (await response.json()) as { data: Record<'stripe' | 'paypal', { events: object[] }> }
  return (['stripe', 'paypal'] as const).flatMap((provider) =>
    data[provider].events.map((event) => ({
      method: 'EVENT',
      url: `/event/${provider}`,
      headers: {},
      body: '',
      answer: { status: 200, headers: {}, body: JSON.stringify(event) },
    })),
  )
}

interface Recorder extends Ports {
  /** Where calls go. */
  lead(port: number): void
}

/** Passes HTTP on to a port of this machine, broken connections included, and tells of each call once it is over. */
async function openRecorder(tell: (call: Omit<RecordedCall, 'caller'>) => void): Promise<Recorder> {
  let target = 0
  const server = createServer(async (asked, replied) => {
    const { method = '', url = '', headers } = asked
    const body = await readAll(asked).catch(() => null)
    if (body === null) return
    const call = { method, url, headers, body: body.toString('utf8') }
    // A connection for each: one that a fault has cut is nobody else's.
    const passed = request({ port: target, host: '127.0.0.1', path: url, method, headers, agent: false })
    passed.once('error', () => {
      tell({ ...call, answer: null })
      replied.socket?.resetAndDestroy()
    })
    passed.once('response', async (answer) => {
      const { statusCode: status = 0, headers: answered } = answer
      const received = await readAll(answer).catch(() => null)
      if (received === null) return void replied.socket?.resetAndDestroy()
      tell({ ...call, answer: { status, headers: answered, body: received.toString('utf8') } })
      const { 'transfer-encoding': _, ...kept } = answered
      replied.writeHead(status, kept).end(received)
    })
    replied.once('close', () => {
      if (!replied.writableFinished) passed.destroy()
    })
    passed.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    lead(port) {
      target = port
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
