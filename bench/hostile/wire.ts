import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A request as bytes, well formed or not. */
export interface RawRequest {
  method: string
  path: string
  /** In their order, names as often as wished. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Sent one after the other, with a moment between them. */
  pieces: readonly Buffer[]
  /** Whether the connection's own half is closed after the last piece, so that the server waits for no more. */
  isCutOff?: boolean
}

export interface RawAnswer {
  /** 0 where the connection ended without an answer. */
  status: number
  headers: Headers
  body: Buffer
  ms: number
}

const pieceDelayMs = 2
/** Longer than any answer may take: what comes later is late whatever it says. */
const answerTimeoutMs = 20_000

/** Sends a request over a connection of its own and reads what comes back, until the server closes or the answer is whole. */
export async function send(port: number, request: RawRequest): Promise<RawAnswer> {
  const startedAt = performance.now()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = Buffer.alloc(0)
  const over = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (isWhole(received, request.method)) over.resolve()
  })
  socket.once('end', over.resolve)
  // A server that refuses a body may close while it is still being sent.
  socket.on('error', () => over.resolve())
  const timer = setTimeout(over.resolve, answerTimeoutMs)
  await write(socket, request)
  await over.promise
  clearTimeout(timer)
  socket.destroy()
  return { ...parse(received), ms: performance.now() - startedAt }
}

async function write(socket: ReturnType<typeof connect>, request: RawRequest): Promise<void> {
  const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines}\r\n`, 'utf8'))
  for (const [index, piece] of request.pieces.entries()) {
    if (index > 0) await wait(pieceDelayMs)
    if (!socket.writable) return
    socket.write(piece)
  }
  if (request.isCutOff) socket.end()
}

const headEnd = Buffer.from('\r\n\r\n')

/** Leaves out the head that only says that a body may come. */
function withoutGoAhead(answer: Buffer): Buffer {
  const at = answer.indexOf(headEnd)
  const isOne = at !== -1 && goAhead.test(answer.subarray(0, 20).toString('latin1'))
  return isOne ? answer.subarray(at + headEnd.length) : answer
}

/** Whether an answer is complete; a stream of events is so once it has begun. */
function isWhole(answer: Buffer, method: string): boolean {
  const received = withoutGoAhead(answer)
  const at = received.indexOf(headEnd)
  if (at === -1) return false
  const { status, headers } = parse(received.subarray(0, at + 4))
  if (headers.get('content-type') === 'text/event-stream') return true
  if (method === 'HEAD' || status === 204 || status === 304) return true
  if (headers.get('transfer-encoding')) return received.subarray(-5).toString('latin1') === '0\r\n\r\n'
  const length = headers.get('content-length')
  return length !== null && received.length >= at + 4 + Number(length)
}

const goAhead = /^HTTP\/1\.1 1\d\d /

function parse(answer: Buffer): Omit<RawAnswer, 'ms'> {
  const received = withoutGoAhead(answer)
  const at = received.indexOf(headEnd)
  const head = received.subarray(0, at === -1 ? received.length : at).toString('latin1')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = at === -1 ? Buffer.alloc(0) : received.subarray(at + 4)
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: isChunked ? joinChunks(body) : body,
  }
}

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, lineEnd).toString('latin1'), 16)
    if (lineEnd === -1 || !(size > 0)) break
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(chunks)
}
