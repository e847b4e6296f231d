import { randomInt, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { LoadSpec, Measured } from './load.ts'

/**
 * Sends requests as fast as they are answered, one at a time on each connection, in a process of its own. It speaks as
 * much HTTP as our answers need, since what measures must cost less than what is measured.
 */
interface Client {
  send(): void
  close(): void
}

const latenciesMs: number[] = []
let answered = 0
let bytes = 0
let isMeasuring = false
let isOver = false

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function openClient({ host, port, status }: LoadSpec, nextHead: () => string): Client {
  const socket = connect({ host, port, noDelay: true })
  let head = ''
  let sentAtMs = 0
  let headerBytes: Buffer = Buffer.alloc(0)
  /** Of the body under way; undefined while the head is read. */
  let bytesLeft: number | undefined

  function send(): void {
    head = nextHead()
    sentAtMs = performance.now()
    socket.write(head)
  }

  function answer(): void {
    bytesLeft = undefined
    if (isMeasuring) {
      latenciesMs.push(performance.now() - sentAtMs)
      answered++
    }
    if (!isOver) send()
  }

  function readHead(chunk: Buffer): void {
    headerBytes = headerBytes.length === 0 ? chunk : Buffer.concat([headerBytes, chunk])
    const end = headerBytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const lines = headerBytes.toString('latin1', 0, end)
    const actual = Number(lines.slice(9, 12))
    if (actual !== status) fail(`${head.split('\r\n')[0]} was answered ${actual}, not ${status}`)
    const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1]
    if (length === undefined && status !== 304) fail(`An answer has no length:\n${lines}`)
    const rest = headerBytes.length - end - 4
    headerBytes = Buffer.alloc(0)
    readBody(Number(length ?? 0), rest)
  }

  function readBody(expected: number, arrived: number): void {
    bytesLeft = expected - arrived
    if (bytesLeft === 0) answer()
  }

  socket.on('data', (chunk) => {
    if (isMeasuring) bytes += chunk.length
    if (bytesLeft === undefined) readHead(chunk)
    else readBody(bytesLeft, chunk.length)
  })
  socket.on('error', (error) => isOver || fail(error.message))
  socket.on('close', () => isOver || fail('The server closed a connection'))
  return { send, close: () => socket.destroy() }
}

process.once('message', (spec: LoadSpec) => {
  const { heads, connections = heads.length } = spec
  const variedHeads = heads.map((head) => ({ head, isVaried: head.includes('{session}') }))
  const nextHead = () => {
    const { head, isVaried } = variedHeads[randomInt(heads.length)] ?? fail('There is nothing to send')
    return isVaried ? head.replace('{session}', randomUUID()) : head
  }
  const clients = Array.from({ length: connections }, () => openClient(spec, nextHead))
  for (const client of clients) client.send()
  setTimeout(() => {
    isMeasuring = true
    const startedAtMs = performance.now()
    process.send?.('begun')
    setTimeout(() => {
      isMeasuring = false
      isOver = true
      const seconds = (performance.now() - startedAtMs) / 1_000
      for (const client of clients) client.close()
      process.send?.({ answered, seconds, bytes, latenciesMs } satisfies Measured, () => process.exit(0))
    }, spec.seconds * 1_000)
  }, spec.warmUpSeconds * 1_000)
})
